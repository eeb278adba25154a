// What the browser did between two moments, from its own trace: CPU time of the threads that make a picture, by what they did, and
// the frames that were shown. Thread time is counted, not the clock: others may use the machine too.

const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'cc',
  'benchmark',
  'blink.user_timing',
  'v8',
  '__metadata',
];
// Parts of a thread's work that have a name here; the rest is "other". If one part contains another, that time counts
// for the inner one.
const PARTS = {
  script: /^(FunctionCall|EvaluateScript|FireAnimationFrame|TimerFire|EventDispatch|RunMicrotasks|v8\.callFunction)$/,
  gc: /GC$|^V8\.GC/,
  style: /^(UpdateLayoutTree|RecalculateStyles)$/,
  layout: /^(Layout|UpdateLayer)$/,
  hit: /^HitTest$/,
  prepaint: /^PrePaint$/,
  paint: /^Paint$/,
  layerize: /^Layerize$/,
  commit: /^Commit$/,
  raster: /^(RasterTask|ImageDecodeTask|Rasterize Paint)$/,
};
const partOf = (name) => Object.keys(PARTS).find((part) => PARTS[part].test(name)) ?? null;

/** Starts a trace; stop() gives its events. */
export async function startTrace(browser, categories = CATEGORIES) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' },
    transferMode: 'ReportEvents',
  });
  return {
    async stop() {
      const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await done;
      await session.detach();
      return events;
    },
  };
}

/** The time between two marks that the page made with performance.mark. */
function between(events, from, to) {
  const [page, end] = [from, to].map((name) => events.find((e) => e.name === name && e.cat.includes('user_timing')));
  if (!page || !end) throw new Error(`The trace has no marks ${from} and ${to}.`);
  return { start: page.ts, end: end.ts, page };
}

/** How often a running script forced the browser to lay out the page: it should do so once, at the end of a frame. */
function forced(events, tid) {
  const own = events.filter((e) => e.tid === tid && e.ph === 'X');
  const scripts = own.filter((e) => e.name === 'FunctionCall');
  const inside = (e) => scripts.some((s) => s.ts <= e.ts && e.ts + e.dur <= s.ts + s.dur);
  return own.filter((e) => e.name === 'Layout' && inside(e)).length;
}

/** CPU milliseconds of one thread by part; time in a part inside another counts only for the inner one. */
function work(events, pid, tid) {
  const own = events
    .filter((e) => e.pid === pid && e.tid === tid && e.ph === 'X' && e.tdur !== undefined)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const sums = {};
  const open = [];
  const add = (part, us) => (sums[part] = (sums[part] ?? 0) + us / 1000);
  for (const e of own) {
    while (open.length > 0 && open.at(-1).end <= e.ts) open.pop();
    const holder = open.at(-1);
    const part = partOf(e.name) ?? holder?.part ?? 'other';
    add(part, e.tdur);
    if (holder) add(holder.part, -e.tdur);
    open.push({ part, end: e.ts + e.dur });
  }
  return sums;
}

export const sumOf = (sums) => Object.values(sums).reduce((a, b) => a + b, 0);

/** Everything about one page between two marks. */
export function report(events, from, to) {
  const span = between(events, from, to);
  const { pid, tid } = span.page;
  const within = events.filter((e) => e.ts >= span.start && e.ts < span.end);
  const own = within.filter((e) => e.pid === pid);
  const threads = events.filter((e) => e.name === 'thread_name' && e.ph === 'M');
  const sum = (pattern, of = () => true) =>
    threads
      .filter((e) => of(e) && pattern.test(e.args.name))
      .reduce((all, e) => all + sumOf(work(within, e.pid, e.tid)), 0);
  const here = (e) => e.pid === pid;
  const tasks = own.filter((e) => e.tid === tid && e.ph === 'X' && /RunTask$/.test(e.name));
  return {
    seconds: (span.end - span.start) / 1e6,
    frames: within.filter((e) => e.name === 'Display::FrameDisplayed').length,
    main: work(within, pid, tid),
    forced: forced(own, tid),
    longest: Math.max(0, ...tasks.map((e) => (e.tdur ?? 0) / 1000)),
    workers: sum(/^DedicatedWorker/, here),
    compositor: sum(/^Compositor$/, here),
    raster: sum(/^(ThreadPoolForegroundWorker|CompositorTileWorker)/, here),
    tiles: own.filter((e) => e.name === 'RasterTask').length,
    display: sum(/^(VizCompositorThread|CrGpuMain)$/),
  };
}
