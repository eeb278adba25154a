// Which of the layouts a window gets.
export type Layout = 'desktop' | 'tablet' | 'phone' | 'landscape';

export function layoutOf(width: number, height: number): Layout {
  if (height < 500 && width > height && width < 1200) return 'landscape';
  if (width < 700) return 'phone';
  return width < 1200 ? 'tablet' : 'desktop';
}
