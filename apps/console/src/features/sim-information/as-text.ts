import { type ComparedField, summarise } from './compare.ts'
import { nameOf } from './sources.ts'
import { text } from './texts.ts'
import { type States, sources } from './use-sources.ts'

/** The comparison as plain text for a ticket or a mail: a line per field, sources in columns, differences named. */
export function asText(simId: string, states: States, compared: readonly ComparedField[]): string {
  const titles = sources.map((source) => nameOf(source, states, simId).title)
  const rows = compared.map((field) => [
    text(field.key),
    ...sources.map((source) => {
      const value = field.values[source]
      return value.belongs && value.text !== '' ? value.text : '–'
    }),
    field.differs ? `<- ${text('Differs')}` : '',
  ])
  const table = [[text('Field'), ...titles, ''], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const { differing, sharedCount } = summarise(compared)
  return [
    `SIM ${simId}, ${new Date().toISOString()}`,
    text('Differ', { count: differing.length, total: sharedCount }),
    '',
    ...lines,
  ].join('\n')
}
