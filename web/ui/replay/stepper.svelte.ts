// Going through a list of positions: by steps, to any place, or by itself at a pace.
export class Stepper {
  at = $state(0);
  playing = $state(false);
  private readonly count: () => number;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(count: () => number, at: number) {
    this.count = count;
    this.at = at;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.count() - 1, at));
    if (this.at === this.count() - 1) this.pause();
  }

  /** A step by the person: stops running by itself. */
  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  play(milliseconds: number): void {
    this.pause();
    if (this.at >= this.count() - 1) this.at = 0;
    this.playing = true;
    this.timer = setInterval(() => this.go(this.at + 1), milliseconds);
  }

  pause(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.playing = false;
  }
}
