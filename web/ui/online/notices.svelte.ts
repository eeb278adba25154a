// Notifications of the browser for "your turn". Asked for only when the person wants them.
import { keep, kept } from '../../core/kept';
import { go } from '../router.svelte';
import { t } from '../settings.svelte';

const KEPT = 'anden.notices';
const possible = typeof Notification !== 'undefined' && isSecureContext;
let wanted = $state(possible && kept(KEPT) === 'yes');
let permission = $state<NotificationPermission>(possible ? Notification.permission : 'denied');

export const notices = {
  possible,
  get on(): boolean {
    return wanted && permission === 'granted';
  },
  get refused(): boolean {
    return permission === 'denied';
  },
  /** Switches them on or off. Asks the browser for permission if necessary. */
  async wish(yes: boolean): Promise<void> {
    if (yes && permission === 'default') permission = await Notification.requestPermission();
    wanted = yes && permission === 'granted';
    keep(KEPT, wanted ? 'yes' : 'no');
  },
};

/** Says that it is the person's turn at a table, unless the page is visible. */
export function tellTurn(table: string, game: string): void {
  tell(table, t('Your turn.'), game);
}

/** Says that somebody wants to play again. */
export function tellInvitation(table: string, words: string): void {
  tell(table, 'andén', words);
}

function tell(table: string, words: string, body: string): void {
  if (!notices.on || !document.hidden) return;
  const notice = new Notification(words, { body, tag: table });
  notice.onclick = () => {
    window.focus();
    go('table', table);
    notice.close();
  };
}
