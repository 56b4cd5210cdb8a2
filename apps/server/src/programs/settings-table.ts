// node apps/server/src/programs/settings-table.ts: writes the settings into the README, between their two marks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../platform/settings/setting.ts'
import { settings } from '../settings.ts'

/** The README's table, made from the one list of settings, so that it cannot go astray. */
export function settingsTable(): string {
  const code = (text: string) => `\`${text.replace('{field}', 'FIELD_URL')}\``
  const rows = (settings as readonly Setting[]).map((setting) => {
    const standard = setting.demo ?? setting.default ?? ''
    const value = standard === '' ? 'empty' : code(standard)
    const only = setting.demo === undefined ? '' : ' (only with `DEMO=on`)'
    return `| \`${setting.name}\` | ${value}${only} | ${setting.meaning}${setting.secret ? ' (*secret*)' : ''} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** The README's text with the table in its place. */
export function withTable(readme: string): string {
  return readme.replace(
    /(<!-- settings[^>]*-->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_all, open: string, close: string) => [open, settingsTable(), '\n', close].join(''),
  )
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../../../../README.md')
  writeFileSync(path, withTable(readFileSync(path, 'utf8')))
}
