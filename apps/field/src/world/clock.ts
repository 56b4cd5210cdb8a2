/** The world's time of day, which everything that happens in the world asks. Sign-on tokens and waits go by the machine's. */
export interface WorldClock {
  now(): number
  /** How fast it goes: 0 stands still, 1 as the machine's. */
  speed(): number
  set(order: { now?: number; speed?: number }): void
}

/** The machine's clock until it is set otherwise. */
export function openWorldClock(): WorldClock {
  let anchor: { machine: number; world: number; speed: number } | undefined
  const now = (): number =>
    anchor ? Math.round(anchor.world + (Date.now() - anchor.machine) * anchor.speed) : Date.now()
  return {
    now,
    speed: () => anchor?.speed ?? 1,
    set(order) {
      anchor = {
        machine: Date.now(),
        world: order.now ?? now(),
        speed: order.speed ?? anchor?.speed ?? 1,
      }
    },
  }
}
