// npm run task -- stories --seed N --count M --days D: plays drawn stories against the real server, both by one clock, and prints
// how it is judged. --panels N: how many panels there are; --size 0: quiet stories, in which nothing is wrong; --story NAME: a told one;
// --asks N: how often someone asks in a story.
import { parseArgs } from 'node:util'
import { type Played, playStory } from './play.ts'
import { reportOf } from './report.ts'
import { openStoryStage } from './stage.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '5' },
    days: { type: 'string', default: '0.5' },
    panels: { type: 'string', default: '400' },
    size: { type: 'string' },
    story: { type: 'string' },
    asks: { type: 'string', default: '8' },
    verbose: { type: 'boolean', default: false },
  },
})
const [seed, count, days, panels, asks] = [
  values.seed,
  values.count,
  values.days,
  values.panels,
  values.asks,
].map(Number) as [number, number, number, number, number]
if (![seed, count, days, panels, asks].every((n) => n > 0)) {
  console.error('--seed, --count, --days, --panels and --asks are numbers above 0.')
  process.exit(1)
}

// Tomorrow: what the field has of the time before its first start lies in the past.
const dayMs = 86_400_000
const stage = await openStoryStage(Math.ceil(Date.now() / dayMs) * dayMs, panels)
const begun = performance.now()
const all: Played[] = []
try {
  for (let i = 0; i < count; i++) {
    const size = values.size === undefined ? 1 + ((seed + i) % 3) : Number(values.size)
    const order = values.story ? { name: values.story } : { seed: seed + i, size }
    const played = await playStory(stage, order, Math.round(days * 1440), {
      seed: seed + i,
      asks,
      quietMinutes: 220,
    })
    all.push(played)
    process.stderr.write('.')
    if (values.verbose)
      for (const { truth, state, said, at, isRight, isGrounded, sentence, failed } of played.judgements)
        console.log(
          `${isRight ? (isGrounded ? 'right' : 'right, but not grounded') : 'WRONG'} ${at} ${truth.panel} ${truth.is}${truth.canBeKnown ? '' : ' (cannot be known)'}:`,
          `${truth.cause?.what} of ${JSON.stringify(truth.cause?.of)}, ${truth.cause?.panels} panels;`,
          `${state} ${said}${failed.length > 0 ? `, without ${failed.join(', ')}` : ''}: ${sentence}`,
        )
    await stage.forget()
  }
} finally {
  process.stderr.write('\n')
  console.log(reportOf(all, (performance.now() - begun) / 1000).join('\n'))
  await stage.close()
}
