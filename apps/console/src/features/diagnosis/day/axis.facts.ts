import { clockChange, hoursBetween } from './axis.ts'

// A program of its own, because a zone (TZ) is one of a whole process: what the axis of each 24 hours says.
for (const until of process.argv.slice(2).map(Number)) {
  const from = until - 24 * 3600_000
  console.log(
    JSON.stringify({ from, until, hours: hoursBetween(from, until), change: clockChange(from, until) }),
  )
}
