import panelChecks from '../../../../../docs/findings/panel-checks.md?raw'
import simChecks from '../../../../../docs/findings/sim-checks.md?raw'
import styles from './findings.module.css'
import { text } from './texts.ts'

/** What docs/findings says of a check: causes, evidence, the next step, and what it cannot know. */
export function AboutCheck({ code }: { readonly code: string }) {
  const said = sectionOf(code)
  if (said.length === 0) return null
  return (
    <details className={`quiet ${styles.about}`}>
      <summary>{text('AboutCheck')}</summary>
      <dl>
        {said.map(([name, words]) => (
          <div key={name}>
            <dt className="medium">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The points below the heading that is the code, each with its name: '- **Cause:** …'. */
function sectionOf(code: string): [name: string, words: string][] {
  const [, section = ''] = `${panelChecks}${simChecks}`.split(`\n## ${code}\n`)
  const [own = ''] = section.split(/\n#{1,2} /)
  return [...own.matchAll(/^- \*\*(.+?):\*\* (.+(?:\n {2}.+)*)/gm)].map(([, name = '', words = '']) => [
    name,
    words.replaceAll('`', '').replaceAll(/\s+/g, ' '),
  ])
}
