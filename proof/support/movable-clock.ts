// Loaded before a program: its time of day is CLOCK_AHEAD_MS ahead, and each SIGUSR2 moves it an hour on and back again, as a clock
// that was set.
const hour = 3_600_000
const begun = Number(process.env.CLOCK_AHEAD_MS ?? 0)
let ahead = begun
const SystemDate = Date

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, self),
  apply: (target) => new target(target.now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name)),
})

process.on('SIGUSR2', () => {
  ahead = ahead === begun ? begun + hour : begun
})
