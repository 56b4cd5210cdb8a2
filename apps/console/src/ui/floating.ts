export type Placement = keyof typeof placements

/** Room between a floating element and the edge of the window. */
const edge = 8

/** Where an element lies beside its anchor: across, and down. */
const placements = {
  top: ['middle', 'before'],
  bottom: ['middle', 'behind'],
  'bottom-start': ['first', 'behind'],
  'bottom-end': ['last', 'behind'],
  start: ['before', 'middle'],
  end: ['behind', 'middle'],
} as const

/** One direction: where the anchor begins and ends, how long the element is, and the window. */
interface Axis {
  readonly from: number
  readonly to: number
  readonly size: number
  readonly room: number
}

/**
 * Puts a floating element (position: fixed) beside its anchor: at the asked side, at the opposite one when there
 * is no room, and never outside the window. Sets left and top through the style object, which the policy
 * style-src 'self' allows.
 */
export function placeBeside(anchor: DOMRect, element: HTMLElement, placement: Placement, gap: number): void {
  const { offsetWidth, offsetHeight } = element
  const { clientWidth, clientHeight } = document.documentElement
  const [across, down] = placements[placement]
  const { left, right, top, bottom } = anchor
  const x = startOf({ from: left, to: right, size: offsetWidth, room: clientWidth }, across, gap)
  const y = startOf({ from: top, to: bottom, size: offsetHeight, room: clientHeight }, down, gap)
  element.style.left = `${x}px`
  element.style.top = `${y}px`
}

function startOf(axis: Axis, where: (typeof placements)[Placement][number], gap: number): number {
  const { from, to, size, room } = axis
  const [before, behind] = [from - gap - size, to + gap]
  const fitsBefore = before >= edge
  const fitsBehind = behind + size <= room - edge
  const starts = {
    first: from,
    middle: (from + to - size) / 2,
    last: to - size,
    before: fitsBefore ? before : behind,
    behind: fitsBehind || !fitsBefore ? behind : before,
  }
  return Math.round(Math.max(edge, Math.min(starts[where], room - size - edge)))
}
