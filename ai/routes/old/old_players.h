/*
 * The planner and the searching player as they were before holding and tuning, under the names
 * planner@1 and mcts@1. They are what new players are measured against (bench/strength.md), in one
 * program and in the same deals. Nothing here is to be changed; the folder goes when the new
 * players have been shown to be stronger.
 */
#ifndef ANDEN_OLD_PLAYERS_H
#define ANDEN_OLD_PLAYERS_H

/* The functions of this folder have names of their own, to be linked beside those of today: every
 * file here includes this first. */
#define block_harm old_block_harm
#define guess_of old_guess_of
#define guess_tickets old_guess_tickets
#define network_add old_network_add
#define network_for old_network_for
#define network_join old_network_join
#define network_value old_network_value
#define outlook_of old_outlook_of
#define outlook_prices old_outlook_prices
#define planner_block old_planner_block
#define planner_choose old_planner_choose
#define planner_payable old_planner_payable
#define planner_payment old_planner_payment
#define planner_station old_planner_station
#define planner_think old_planner_think
#define planner_useful_station old_planner_useful_station
#define routes_candidates old_routes_candidates
#define routes_planner old_routes_planner
#define survey_of old_survey_of

#include "../../player.h"

event_t routes_planner(const struct match *m, const struct view *v, bool block);

extern const struct player player_planner_1, player_mcts_1;

#endif
