// The lines of a table's log that may be read now.
import type { LogLine, TableState } from '../../core/api';

/** All of them, but lines about the result only once it has been counted. */
export function shownLines(table: TableState, counted: boolean): LogLine[] {
  if (counted || table.status !== 'over') return table.log;
  return table.log.filter((line) => line.of !== 'game' || line.last < table.last);
}
