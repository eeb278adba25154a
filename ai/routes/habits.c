/*
 * What the levels and the manners of the cast mean in the route games: a player, and habits,
 * which are changes to the constants of the board. bench/strength.md says how large their
 * effect is.
 */
#include "../families.h"
#include "constants.h"
#include "routes_players.h"

/* Each level beats the one before it in 65 to 85 of 100 games. The easier ones wait less, don't
 * save their wild cards, don't block, and draw tickets that they have no time for. They take
 * the cards that they need from the market, and also colours that they already have. */
const struct level routes_levels[LEVELS + 1] = {
    [LEVEL_EASY] = {"planner:slips=11",
                    {8,
                     {{HOLD_HAND, 60, 0},
                      {THRIFT_TURNS, 0, 100},
                      {TICKET_TURNS, 60, 0},
                      {BLOCK_SEATS, 0, 0},
                      {DRAW_BLIND, 0, 90},
                      {DRAW_WILD, 0, 120},
                      {DRAW_NEEDED, 0, 140},
                      {DRAW_HELD, 0, 10}}}},
    [LEVEL_MEDIUM] = {"planner:slips=5",
                      {6,
                       {{HOLD_HAND, 40, 0},
                        {BLOCK_SEATS, 0, 0},
                        {DRAW_BLIND, 0, 90},
                        {DRAW_WILD, 0, 80},
                        {DRAW_NEEDED, 0, 140},
                        {DRAW_HELD, 0, 10}}}},
    [LEVEL_HARD] = {.spec = "planner"},
    [LEVEL_EXPERT] = {.spec = "rollout:iterations=3000,time=250ms"},
};

const struct habits routes_manners[MANNERS + 1] = {
    [MANNER_HURRIES] =
        {4,
         {{HOLD_HAND, 0, 0}, {THRIFT_TURNS, 0, 100}, {KEEP_CARDS, 50, 0}, {LONG_ROUTE, 50, 0}}},
    [MANNER_HOARDS] = {5,
                       {{HOLD_HAND, 120, 12},
                        {HOLD_TURNS, 80, 0},
                        {HOLD_DANGER, 100, 100},
                        {KEEP_CARDS, 130, 15},
                        {LONG_ROUTE, 130, 20}}},
    [MANNER_BLOCKS] = {5,
                       {{BLOCK_SEATS, 0, SEATS_MAX},
                        {BLOCK_PRICE, 0, 115},
                        {DETOUR_CARD, 0, 20},
                        {DETOUR_NEEDED, 0, 50},
                        {DETOUR_WILD, 0, 80}}},
    [MANNER_TICKETS] = {2, {{TICKET_TURNS, 45, 0}, {TURN_WORTH, 95, 0}}},
};
