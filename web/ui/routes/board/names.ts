// What is written on the ground of the program's own maps, in the language of the page. Cities keep their own names.
import { t } from '../../settings.svelte';

export function nameOf(words: string): string {
  switch (words) {
    case 'Atlantic':
      return t('Atlantic');
    case 'North Sea':
      return t('North Sea');
    case 'Mediterranean':
      return t('Mediterranean');
    default:
      return words;
  }
}
