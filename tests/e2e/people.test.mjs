// Other people at a table: one can ignore and report them, on a desktop and a phone, with the keyboard, in both
// languages; and people whom the server's admins ban, or whose table they close, read why.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { accessible, PHONE, setting, shot } from './harness.mjs';

const here = setting({ server: true });

/** What `anden admin` says while the server is running. */
function admin(...words) {
  const said = execFileSync(process.env.ANDEN, ['admin', ...words, '--db', here.server.db, '--yes', '--json'], {
    encoding: 'utf8',
  });
  return JSON.parse(said);
}

/** Two people at a table that has started; the second has said something. */
async function together(first, second, options = {}) {
  const ana = await here.visitor({ name: first, ...options });
  await ana.goto(`${here.server.url}#/new/berlin/online`);
  await ana.getByRole('button', { name: /^(Open the table|Abrir la mesa)$/ }).click();
  const link = await ana.getByLabel(/^(Link to this table|Enlace a esta mesa)$/).inputValue();
  const bruno = await here.visitor({ name: second });
  await bruno.goto(link);
  await bruno.getByRole('button', { name: 'Sit here' }).click();
  await ana.getByText(second).waitFor();
  await ana.getByRole('button', { name: /^(Start the game|Empezar la partida)$/ }).click();
  for (const page of [ana, bruno]) await keepTickets(page);
  await bruno.getByLabel('Say something').fill('You play like a potato.');
  await bruno.getByRole('button', { name: 'Send' }).click();
  await chatOf(bruno).getByText('You play like a potato.').waitFor();
  return { ana, bruno, table: link.split('/').at(-1) };
}

/** The choice of tickets at the beginning is in the way. */
async function keepTickets(page) {
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^(Keep|Quedarme con) \d/ }).click();
}

const chatOf = (page) => page.getByRole('region', { name: 'Chat' });

test('a line of chat: its writer is reported and ignored, and read again', async () => {
  const { ana, bruno, table } = await together('Alba', 'Bosco');
  const line = chatOf(ana).getByText('You play like a potato.');
  await line.waitFor();

  await chatOf(ana).getByRole('button', { name: 'Bosco' }).focus();
  await ana.keyboard.press('Enter');
  await ana.getByRole('dialog', { name: 'Bosco' }).waitFor();
  await accessible(ana, 'what can be done about a person', { colours: true });
  await ana.getByRole('button', { name: 'Report…' }).click();
  await ana.getByRole('dialog', { name: 'Report Bosco' }).waitFor();
  await accessible(ana, 'a report', { colours: true });
  await shot(ana, 'report-desktop-light');
  await ana.getByLabel('What they write').check();
  await ana.getByLabel(/^What happened/).fill('This is not nice.');
  await ana.getByRole('button', { name: 'Send the report' }).click();
  await ana.getByText('Thank you.').first().waitFor();

  const [report] = admin('reports').reports;
  const shown = admin('reports', 'show', String(report.number));
  assert.equal(shown.name, 'Bosco');
  assert.equal(shown.reporter_name, 'Alba');
  assert.equal(shown.table, table);
  assert.equal(shown.text, 'This is not nice.');
  assert.equal(shown.line, 1);
  assert.deepEqual(
    shown.chat.map((l) => l.text),
    ['You play like a potato.'],
  );

  await chatOf(ana).getByRole('button', { name: 'Bosco' }).click();
  await ana.getByRole('button', { name: 'Ignore', exact: true }).click();
  await line.waitFor({ state: 'detached' });
  await chatOf(ana).getByText('1 line of people you ignore').waitFor();
  await bruno.getByLabel('Say something').fill('And another line.');
  await bruno.getByRole('button', { name: 'Send' }).click();
  await chatOf(ana).getByText('2 lines of people you ignore').waitFor();

  // A guest's list is kept on the device, and moves to the account.
  await ana.goto(`${here.server.url}#/account`);
  await ana.getByRole('button', { name: 'Read Bosco again' }).waitFor();
  await accessible(ana, 'the account with people ignored');
  await ana.getByLabel('New passphrase').fill('three trains at noon');
  await ana.getByRole('button', { name: 'Secure the name' }).click();
  await ana.getByText('Your name is yours now.').waitFor();
  await ana.reload();
  await ana.getByRole('button', { name: 'Read Bosco again' }).waitFor();
  const elsewhere = await here.visitor({ name: 'Elsewhere' });
  await elsewhere.goto(`${here.server.url}#/lobby`);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByLabel('Name', { exact: true }).fill('Alba');
  await elsewhere.getByLabel('Passphrase').fill('three trains at noon');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByText('secured').waitFor();
  await elsewhere.goto(`${here.server.url}#/account`);
  await elsewhere.getByRole('button', { name: 'Read Bosco again' }).click();
  await elsewhere.getByText('Nobody. At a table online').waitFor();
});

test('from the menu, on a phone, in Spanish, in the dark', async () => {
  const { ana } = await together('Carmen', 'Dídac', {
    size: PHONE,
    touch: true,
    theme: 'dark',
    language: 'es',
  });
  await ana.getByRole('button', { name: 'Menú' }).click();
  await ana.getByRole('menuitem', { name: 'Personas en la mesa' }).click();
  await ana.getByRole('dialog', { name: 'Personas en la mesa' }).waitFor();
  await accessible(ana, 'people at the table', { colours: true });
  await shot(ana, 'people-phone-dark');
  await ana.getByRole('button', { name: 'Ignorar a Dídac' }).click();
  await ana.getByRole('button', { name: 'Leer a Dídac otra vez' }).waitFor();
  await ana.getByRole('button', { name: 'Denunciar a Dídac…' }).click();
  await ana.getByLabel('Su nombre').check();
  await accessible(ana, 'a report on a phone', { colours: true });
  await shot(ana, 'report-phone-dark');
  await ana.getByRole('button', { name: 'Enviar la denuncia' }).click();
  await ana.getByText('Gracias.').first().waitFor();
  assert.equal(admin('reports').reports[0].reason, 'name');
});

test('a seat: by its name; a table that is closed and a person who is banned say so', async () => {
  const { ana, bruno, table } = await together('Elena', 'Fermín');
  await ana.locator('#players').getByRole('button', { name: 'Fermín', exact: true }).click();
  await ana.getByRole('dialog', { name: 'Fermín' }).waitFor();
  await ana.keyboard.press('Escape');
  await ana.getByRole('dialog', { name: 'Fermín' }).waitFor({ state: 'detached' });
  admin('close', table);
  await ana.getByText('Those who run this server have closed this table.').first().waitFor();
  admin('ban', 'Fermín', '--for', '2h');
  await bruno.getByRole('heading', { name: 'You cannot play here now.' }).waitFor();
  await bruno.getByText(/have banned you until \d{4}-/).waitFor();
  await accessible(bruno, 'a ban');
});
