// Which of the layouts a window gets.
export type Layout = 'desktop' | 'wide' | 'tablet' | 'phone' | 'landscape';

/** `wide`: a tablet on its side, or a small window. `landscape`: a phone on its side. */
export function layoutOf(width: number, height: number): Layout {
  if (height < 500 && width > height && width < 1200) return 'landscape';
  if (width < 700) return 'phone';
  if (width >= 1200) return 'desktop';
  return width >= height ? 'wide' : 'tablet';
}
