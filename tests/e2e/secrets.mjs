// What must not be in somebody else's document: tickets. Their two ends tell them apart from the routes of the board.

/** The ends of one's own tickets and of those on offer, as "A|B", except ends that a route of the board also joins. */
export async function ticketsOf(page) {
  return page.evaluate(() => {
    const routes = new Set(
      [...document.querySelectorAll('path[role=button]')].map((e) =>
        /^(.+?) to (.+?),/.exec(e.getAttribute('aria-label'))?.slice(1, 3).sort().join('|'),
      ),
    );
    const own = [...document.querySelectorAll('ul[aria-label="Your tickets"] .unseen')].map((e) =>
      /^(.+?) to (.+?), \d/.exec(e.textContent)?.slice(1, 3),
    );
    const offer = [...document.querySelectorAll('[role=checkbox] .ends')].map((e) =>
      [...e.querySelectorAll('.end')].map((end) => end.textContent),
    );
    return [...own, ...offer]
      .filter((pair) => pair && !routes.has([...pair].sort().join('|')))
      .map((pair) => pair.join('|'));
  });
}

/** Everything that the document says, shown or hidden: texts of elements that belong together, and all attributes, a line each. */
export async function saidBy(page) {
  return page.evaluate(() => {
    const lines = [];
    for (const e of document.querySelectorAll('*')) {
      for (const a of e.attributes) if (a.value.length > 3) lines.push(a.value);
      const whole = e.closest('svg') ? e.childElementCount === 0 : e.textContent.length < 400;
      if (whole && !/^(STYLE|SCRIPT)$/.test(e.tagName)) lines.push(e.textContent);
    }
    return lines.map((line) => line.replace(/\s+/g, ' ')).join('\n');
  });
}

/** Are both ends of a ticket named together, in either order? Board and labels name cities one by one. */
export function endsIn(said, pair) {
  const [a, b] = pair.split('|').map((s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const between = '(?: to | a | y | and |,|[ —–-])+';
  return new RegExp(`${a}${between}${b}|${b}${between}${a}`).test(said);
}
