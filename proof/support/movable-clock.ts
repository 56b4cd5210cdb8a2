// Loaded before a server: each SIGUSR2 moves its time of day, an hour ahead and back again, as a clock that was set.
const hour = 3_600_000
let ahead = 0
const SystemDate = Date

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, self),
  apply: (target) => new target(target.now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name)),
})

process.on('SIGUSR2', () => {
  ahead = hour - ahead
})
