export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export interface Curve {
  /** The points of the chart, in its own pixels, with their samples. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly sample: Sample }[]
  /** Of an SVG path; broken where samples are missing. */
  readonly path: string
  readonly low: number
  readonly high: number
}

/** A gap of so many usual steps is one: nothing is known of what was between. */
const stepsOfGap = 4

/** Samples, oldest first, as a curve between `from` and `to` (ms); a level one runs through the middle. */
export function curveOf(
  samples: readonly Sample[],
  { from, to }: { from: number; to: number },
  size: Size,
): Curve {
  const values = samples.map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const inset = 3
  const points = samples.map((sample) => ({
    x: inset + ((sample.at - from) / Math.max(1, to - from)) * (size.width - 2 * inset),
    y:
      high === low
        ? size.height / 2
        : size.height - inset - ((sample.value - low) / (high - low)) * (size.height - 2 * inset),
    sample,
  }))
  const steps = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? at))
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const path = points
    .map(({ x, y }, index) => {
      const isBroken = index === 0 || (steps[index - 1] ?? 0) > usual * stepsOfGap
      return `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
  return { points, path, low, high }
}
