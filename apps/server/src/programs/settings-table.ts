// node apps/server/src/programs/settings-table.ts: writes docs/settings.md and docs/settings/neighbours.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../platform/settings/setting.ts'
import { neighbourGroups, settingGroups } from '../settings.ts'

const docs = join(import.meta.dirname, '../../../../docs')

const made = '<!-- Made by `npm run task -- settings-table` from the settings in the code. -->'

const intro = `# Settings

${made}

Settings are environment variables. A wrong value ends the start with a sentence that names the setting. A name that is
nearly a setting's, such as \`DATABSE_URL\`, is reported in the log.

- **Secrets** may also be given as \`NAME_FILE\`, the path of a file that holds the value.
- **demo** beside a default: only with \`DEMO=on\`, where it leads to the field. With \`DEMO=off\` the setting is required.
- \`deploy/settings.example\` lists everything that \`DEMO=off\` requires.

Addresses, credentials and limits of each neighbour: [settings of neighbours](settings/neighbours.md).
`

const introOfNeighbours = `# Settings of neighbours

${made}

Addresses, credentials and limits of the systems that the console talks to. How a setting is given: [settings](../settings.md).
`

/** What `npm start` reads by itself. */
const ofStart = `## \`npm start\`

| setting | default | meaning |
|---|---|---|
| \`LOG_FILE_MB\` | \`10\` | Largest size of a log file |
| \`LOG_FILE_COUNT\` | \`5\` | How many log files of each program are kept |

The field has [settings of its own](field.md#the-fields-settings).
`

/** The pages by their paths, made from the one list of settings. */
export function settingsPages(): [path: string, page: string][] {
  const code = (text: string) => `\`${text.replace('{field}', 'FIELD_URL')}\``
  const row = (setting: Setting) => {
    const standard = setting.demo ?? setting.default ?? ''
    const value = standard === '' ? 'empty' : code(standard)
    const only = setting.demo === undefined ? '' : ' demo'
    return `| \`${setting.name}\` | ${value}${only} | ${setting.meaning}${setting.secret ? ' (secret)' : ''} |`
  }
  const group = ({ title, about, settings }: (typeof settingGroups)[number]) =>
    [
      `## ${title}\n`,
      `${about}\n`,
      '| setting | default | meaning |',
      '|---|---|---|',
      ...settings.map(row),
      '',
    ].join('\n')
  return [
    [join(docs, 'settings.md'), [intro, ...settingGroups.map(group), ofStart].join('\n')],
    [join(docs, 'settings/neighbours.md'), [introOfNeighbours, ...neighbourGroups.map(group)].join('\n')],
  ]
}

if (import.meta.main) for (const [path, page] of settingsPages()) writeFileSync(path, page)
