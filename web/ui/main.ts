// Starts the page: first the words, then the screen, then the service worker, which lets it work without a network.
import { mount } from 'svelte';
import App from './App.svelte';
import './global.css';
import './shell/shell.css';
import { load, set } from './settings.svelte';
import { startWorker } from './shell/worker.svelte';

const target = document.getElementById('app');
if (target) {
  // Without its words the page speaks English; nothing else depends on them.
  await load().catch(() => set('language', 'en'));
  target.textContent = '';
  mount(App, { target });
  startWorker();
}
