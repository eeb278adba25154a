// A tour through every screen of the page, in Spanish, from the first one to a game in its middle, its end, its replay and its review.
// `visit(name)` is called at each. Logs of tests/games save the work of playing up to a position.
import { readFileSync } from 'node:fs';
import { mouse, next, paste, pattern, playOut, spanish } from './player.mjs';

const logs = (name) => readFileSync(new URL(`../games/${name}.log`, import.meta.url), 'utf8');

export class Tour {
  constructor(page, url, visit, hands = mouse) {
    Object.assign(this, { page, url, visit, hands });
  }

  role = (role, english) => this.page.getByRole(role, { name: pattern(english, 'es') }).first();
  button = (english) => this.role('button', english);
  press = (english) => this.hands.press(this.page, this.button(english));
  heading = (english) => this.role('heading', english).waitFor();

  async go(hash) {
    await this.page.goto(`${this.url}#/${hash}`);
  }

  /** Screens that need no game. */
  async still() {
    await this.go('');
    await this.page.getByRole('radio').first().waitFor();
    await this.visit('home');
    await this.go('settings');
    await this.heading('Settings');
    await this.visit('settings');
    for (const where of ['new/metro', 'new/europe', 'new/paris/online']) {
      await this.go(where);
      await this.page.locator('form fieldset').first().waitFor();
      if (where.endsWith('online')) await this.page.getByLabel(spanish['Clock']).selectOption('game');
      await this.visit(where.replaceAll('/', '-'));
    }
    await this.go('nowhere');
    await this.heading('There is no such place here.');
    await this.visit('bad-link');
  }

  /** The introductions, all steps, and the rules card. */
  async learn() {
    for (const game of ['berlin', 'europe', 'metro', 'paris']) {
      await this.go(`learn/${game}`);
      const coach = this.page.getByRole('region', { name: pattern('Introduction', 'es') });
      const on = coach.getByRole('button', { name: new RegExp(`^(${spanish['Skip']}|${spanish['Next']})$`) });
      for (let step = 1; ; step++) {
        const over = this.button('Play a game');
        await on.or(over).first().waitFor();
        await this.visit(`learn-${game}-${step}`, step > 1);
        if (await over.isVisible()) break;
        const title = await coach.getByRole('heading').textContent();
        await this.hands.press(this.page, on);
        await this.page.waitForFunction(
          (old) => document.querySelector('.coach h2')?.textContent !== old && !document.querySelector('.wait'),
          title,
        );
      }
      await this.press('Rules card');
      await this.page.getByRole('dialog').waitFor();
      await this.visit(`rules-${game}`);
    }
  }

  /** Lobby, waiting room, a person. */
  async online() {
    await this.go('lobby');
    await this.heading('You');
    await this.visit('lobby');
    await this.go('new/berlin/online');
    await this.press('Open the table');
    await this.page.getByLabel(pattern('Link to this table', 'es')).waitFor();
    await this.visit('waiting-room');
    await this.go('lobby');
    await this.page
      .getByRole('link', { name: pattern('Go to the table', 'es') })
      .first()
      .waitFor();
    await this.visit('lobby-with-a-table', true);
    await this.go('table/nothing');
    await this.heading('This table cannot be opened.');
    await this.visit('no-table');
  }

  async map() {
    await this.go('map');
    await this.page.getByText(spanish['The file is right: {0}.'].split(':')[0]).waitFor();
    await this.visit('map-maker');
    const text = this.page.getByRole('textbox').first();
    await text.fill((await text.inputValue()).replace(/^route .*/m, 'route nowhere elsewhere'));
    await this.heading('{0} {0|mistake|mistakes}');
    await this.visit('map-with-mistakes', true);
  }

  /** Opens the replay of a log, after `part` of its moves. */
  async replay(name, part) {
    await this.go('replay');
    await paste(this.page.locator('#paste'), logs(name));
    await this.press('Replay it');
    const slider = this.page.getByRole('slider');
    await slider.waitFor();
    const most = Number(await slider.getAttribute('max'));
    await slider.fill(String(Math.round(most * part)));
  }

  /** Plays on from a replay: the game in its middle, or just before its end. */
  async fork() {
    await this.press('Play on from here');
    await this.hands.press(
      this.page,
      this.page.getByRole('dialog').getByRole('button', { name: pattern('Play', 'es') }),
    );
    await this.page.getByRole('slider').waitFor({ state: 'detached' });
    return next(this.page, 'es');
  }

  async review() {
    await this.go('replay');
    await this.page.locator('#paste').waitFor();
    await this.visit('replay-open');
    await this.page.locator('#paste').fill('anden log 1\nnonsense\n');
    await this.press('Replay it');
    await this.page.getByRole('alert').waitFor();
    await this.visit('replay-mistake', true);
    await this.replay('paris-2', 0.5);
    await this.visit('replay');
    const tab = this.page.getByRole('navigation').getByRole('button', { name: pattern('Review', 'es') });
    if (await tab.isVisible()) await this.hands.press(this.page, tab);
    await this.press('Review this game');
    await this.button('As a table').waitFor();
    await this.visit('review');
    await this.press('As a table');
    await this.visit('review-table', true);
    await this.press('Play on from here');
    await this.page.getByRole('dialog').waitFor();
    await this.visit('fork', true);
  }

  /** Plays on from the middle of a game until the person can place something. */
  async turn(log) {
    await this.replay(log, 0.55);
    for (
      let now = await this.fork();
      now.kind !== 'turn' || (!now.squares.length && !now.routes.length);
      now = await next(this.page, 'es', now.key)
    )
      await this.step(now);
  }

  /** A game in its middle: payment, station, tickets, list, menu, hints. */
  async middle(log, all) {
    await this.turn(log);
    await this.visit(`${log}-middle`);
    const now = await next(this.page, 'es');
    if (now.squares.length > 0) {
      await this.hands.square(this.page, now.squares[0]);
      return;
    }
    await this.hands.route(this.page, now.routes[0], 'es');
    await this.button('Claim for {0} {0|point|points}').waitFor();
    await this.visit(`${log}-payment`, !all);
    await this.press('Cancel');
    if (all) await this.asides(log);
    await this.tickets(log);
  }

  step(now) {
    return playOut(this.page, { language: 'es', hands: this.hands, until: (_, n) => n > 0 && now });
  }

  async asides(log) {
    const menu = async (english) => {
      await this.press('Menu');
      await this.hands.press(this.page, this.role('menuitem', english));
    };
    await this.press('Menu');
    await this.visit(`${log}-menu`, true);
    await this.page.keyboard.press('Escape');
    await menu('Routes as a list');
    await this.visit(`${log}-list`);
    const list = this.page.getByRole('dialog');
    await this.hands.press(this.page, list.getByRole('button', { name: pattern('Close', 'es') }));
    await menu('Give up');
    await this.visit(`${log}-give-up`, true);
    await this.press('Play on');
    await this.page.keyboard.press('s');
    const city = this.page.getByRole('button', { name: pattern('{0}, you can build a station here.', 'es') }).first();
    if ((await city.count()) > 0) {
      await city.focus();
      await this.page.keyboard.press('Enter');
      await this.button('Build the station').waitFor();
      await this.visit(`${log}-station`, true);
      await this.press('Cancel');
    }
    await this.press('Hint');
    await this.page.locator('[data-idea]').waitFor();
    await this.visit(`${log}-hint`, true);
    await this.page.keyboard.press('Escape');
  }

  async tickets(log) {
    await this.page.keyboard.press('t');
    const sure = this.page.getByRole('button', { name: pattern('Draw tickets', 'es') }).last();
    await this.hands.press(this.page, sure);
    await this.page.getByRole('checkbox').first().waitFor();
    await this.hands.press(this.page, this.page.getByRole('checkbox').first());
    await this.visit(`${log}-tickets`);
  }

  /** The last moves of a game, then its score sheet and the check of the shuffle. */
  async end(log) {
    await this.replay(log, 0.985);
    await this.fork();
    await playOut(this.page, { language: 'es', hands: this.hands });
    await this.visit(`${log}-end`);
    await this.press('More');
    await this.hands.press(this.page, this.role('menuitem', 'Verify the shuffle'));
    await this.page.getByRole('status').filter({ hasText: /\w/ }).waitFor();
    await this.visit(`${log}-verify`, true);
  }
}
