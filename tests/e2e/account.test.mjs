// Accounts at a server: a passphrase, the code that replaces it, devices, one's own data, and both languages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { accessible, PHONE, setting, shot } from './harness.mjs';
import { becomes } from './patience.mjs';

const here = setting({ server: true });

const account = async (name, options) => {
  const page = await here.visitor({ ...options, name });
  await page.goto(here.server.url + '#/account');
  return page;
};

/** Secures the name and gives the recovery code. */
async function secure(page, phrase) {
  await page.getByLabel('New passphrase').fill(phrase);
  await page.getByRole('button', { name: 'Secure the name' }).click();
  return page.getByText(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/).textContent();
}

async function signIn(page, name, phrase) {
  await page.goto(here.server.url + '#/lobby');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Passphrase').fill(phrase);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a name is secured with a passphrase and found again on another device', async () => {
  const ana = await account('Amparo');
  await accessible(ana, 'an account without a passphrase');
  await secure(ana, 'three trains at noon');
  await ana.getByText('Your name is yours now.').waitFor();
  await accessible(ana, 'a recovery code');
  await shot(ana, 'account-desktop-light');

  const elsewhere = await account('Elsewhere');
  await signIn(elsewhere, 'Amparo', 'wrong words');
  await elsewhere.getByRole('alert').waitFor();
  await elsewhere.getByLabel('Passphrase').fill('three trains at noon');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByRole('link', { name: 'Amparo' }).click();
  await elsewhere.getByRole('heading', { name: 'Ratings' }).waitFor();
  await accessible(elsewhere, 'a person');
  await shot(elsewhere, 'person-desktop-light');

  // Both see each other, and the first signs the second out.
  await ana.reload();
  await ana.getByRole('button', { name: 'Sign out all other devices' }).waitFor();
  await becomes(2, () => ana.getByRole('listitem').count(), 'two devices');
  await ana.getByText('this device').waitFor();
  await ana.getByRole('button', { name: /^Sign out (?!all)/ }).click();
  await ana.getByRole('button', { name: 'Sign out all other devices' }).waitFor({ state: 'detached' });
  await elsewhere.goto(here.server.url + '#/lobby');
  await elsewhere.getByText('guest', { exact: true }).waitFor();
});

test('another passphrase needs the old one', async () => {
  const ana = await account('Benita', { size: PHONE, touch: true, theme: 'dark' });
  await secure(ana, 'three trains at noon');
  await ana.getByLabel('Current passphrase').fill('four trains at noon');
  await ana.getByLabel('New passphrase').fill('a bus in the evening');
  await ana.getByRole('button', { name: 'Change the passphrase' }).click();
  await ana.getByRole('alert').waitFor();
  await accessible(ana, 'a wrong passphrase');
  await shot(ana, 'account-phone-dark');
  await ana.getByLabel('Current passphrase').fill('three trains at noon');
  await ana.getByRole('button', { name: 'Change the passphrase' }).click();
  await ana.getByText('Your name is yours now.').waitFor();
});

test('a recovery code replaces a lost passphrase, in Spanish too', async () => {
  const ana = await account('Carmela');
  const code = await secure(ana, 'three trains at noon');
  const elsewhere = await account('', { language: 'es' });
  await elsewhere.getByRole('button', { name: 'Tengo un código de recuperación' }).click();
  await elsewhere.getByLabel('Nombre', { exact: true }).fill('Carmela');
  await elsewhere.getByLabel('Código de recuperación').fill(code.toLowerCase());
  await elsewhere.getByLabel('Contraseña nueva').fill('cuatro trenes de noche');
  await accessible(elsewhere, 'a recovery code in Spanish');
  await elsewhere.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await elsewhere.getByText('Carmela').waitFor();
  // The device that had the name is a guest now.
  await ana.goto(here.server.url + '#/lobby');
  await ana.getByText('guest', { exact: true }).waitFor();
});

test('all data comes as a file, and an account is deleted', async () => {
  const ana = await account('Dolores');
  await secure(ana, 'three trains at noon');
  const [file] = await Promise.all([
    ana.waitForEvent('download'),
    ana.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  assert.equal(data.account.name, 'Dolores');
  assert.equal(data.devices.length, 1);
  await ana.getByRole('button', { name: 'Delete your account' }).click();
  await accessible(ana, 'deleting an account');
  await shot(ana, 'delete-desktop-light');
  await ana.getByRole('textbox', { name: 'Passphrase', exact: true }).fill('wrong words');
  await ana.getByRole('button', { name: 'Delete it for ever' }).click();
  await ana.getByRole('alert').waitFor();
  await ana.getByRole('textbox', { name: 'Passphrase', exact: true }).fill('three trains at noon');
  await ana.getByRole('button', { name: 'Delete it for ever' }).click();
  await ana.getByText('Your account is deleted.').waitFor();
  await ana.goto(here.server.url + '#/person/Dolores');
  await ana.getByText('There is nobody called Dolores here.').waitFor();
});
