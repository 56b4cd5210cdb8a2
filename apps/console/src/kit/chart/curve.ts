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

/** What lies at the upper and the lower edge of a chart; without it, its highest and its lowest value. */
interface Bounds {
  readonly low: number
  readonly high: number
}

/** A gap of so many usual steps is one: nothing is known of what was between. */
const stepsOfGap = 4

/** Samples, oldest first, as a curve between `from` and `to` (ms); a level one runs through the middle. */
export function curveOf(
  samples: readonly Sample[],
  { from, to }: { from: number; to: number },
  size: Size & { readonly inset?: number },
  bounds?: Bounds,
): Curve {
  const values = samples.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const { low, high } = bounds ?? { low: lowest, high: highest }
  const { inset = 3 } = size
  const points = samples.map((sample) => ({
    x: inset + ((sample.at - from) / Math.max(1, to - from)) * (size.width - 2 * inset),
    y:
      high === low
        ? size.height / 2
        : size.height - inset - ((sample.value - low) / (high - low)) * (size.height - 2 * inset),
    sample,
  }))
  const steps = stepsOf(samples)
  const gap = usualStep(steps) * stepsOfGap
  const path = points
    .map(({ x, y }, index) => {
      const isBroken = index === 0 || (steps[index - 1] ?? 0) > gap
      return `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
  return { points, path, low: lowest, high: highest }
}

const stepsOf = (samples: readonly Sample[]): number[] =>
  samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? at))
const usualStep = (steps: readonly number[]): number =>
  [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0

/** A curve over all containers has so many points. */
const pointsOfAll = 120

/**
 * One curve from those of all containers: at each of equal steps in time, what `add` makes of the values nearest to it.
 * A container without a sample within its gap was not there then, and is left out.
 */
export function together(
  containers: readonly (readonly Sample[])[],
  { from, to }: { from: number; to: number },
  add: (values: readonly number[]) => number,
): Sample[] {
  const gaps = containers.map((samples) => Math.max(usualStep(stepsOf(samples)) * stepsOfGap, 1000))
  const places = containers.map(() => 0)
  const points: Sample[] = []
  for (let i = 0; i <= pointsOfAll && to > from; i++) {
    const at = from + ((to - from) * i) / pointsOfAll
    const values = containers.flatMap((samples, index) => {
      let place = places[index] ?? 0
      const distance = (each: number) => Math.abs((samples[each]?.at ?? Number.POSITIVE_INFINITY) - at)
      while (distance(place + 1) <= distance(place) && place + 1 < samples.length) place++
      places[index] = place
      const nearest = samples[place]
      return nearest && distance(place) <= (gaps[index] ?? 0) ? [nearest.value] : []
    })
    if (values.length > 0) points.push({ at, value: add(values) })
  }
  return points
}

/** Round values, of which the first lies at or below `low` and the last at or above `high`: three to six. */
export function ticksOf(low: number, high: number): number[] {
  const rough = Math.max(high - low, Math.abs(high) * 0.01, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power
  const first = Math.floor(low / step)
  const count = Math.ceil(high / step) - first
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, i) => (first + i) * step)
}
