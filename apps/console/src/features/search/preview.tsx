import { ThingState } from '../../kit/thing-state/index.ts'
import { kindName } from '../../kit/thing-words.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Action } from './actions.ts'
import type { Entry } from './entries.ts'
import { Marked } from './hit.tsx'
import { keepFocus } from './keep-focus.ts'
import styles from './palette.module.css'
import { text } from './texts.ts'
import { factName, isCode, sayFact } from './things.ts'

interface PreviewProps {
  readonly id: string
  readonly entry: Entry | undefined
  readonly action: Action | undefined
  readonly actions: readonly Action[]
  readonly onAction: (action: Action) => void
}

/** What is known of the chosen entry, and the ways on from it. */
export function Preview({ id, entry, action, actions, onAction }: PreviewProps) {
  if (!entry) return <div className={`sunken heard-below-900 ${styles.preview}`} id={`${id}actions`} />
  const { thing, screen } = entry
  const title = thing?.title ?? screen?.text ?? ''
  return (
    <div className={`sunken heard-below-900 ${styles.preview}`}>
      <p className="label quiet">{thing ? kindName(thing.kind) : (screen?.kind ?? text('FactScreen'))}</p>
      <p
        className={
          thing && isCode(thing.kind) ? `anywhere ink ${styles.codeTitle}` : `anywhere ink ${styles.title}`
        }
      >
        <Marked value={title} typed="" isIccid={thing?.kind === 'sim'} />
      </p>
      {thing && (thing.state || thing.facts.length > 0) && (
        <dl className={`small anywhere ${styles.known}`}>
          {thing.state && (
            <div>
              <dt className="label quiet">{text('State')}</dt>
              <dd>
                <ThingState of={thing.state} />
              </dd>
            </div>
          )}
          {thing.facts.map((fact) => (
            <div key={fact.name}>
              <dt className="label quiet">{factName(fact.name)}</dt>
              <dd>{sayFact(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div
        id={`${id}actions`}
        role="listbox"
        aria-label={text('ActionsOf', { title })}
        className={`line-above ${styles.actions}`}
      >
        {actions.map((each, at) => (
          <button
            type="button"
            tabIndex={-1}
            key={each.key}
            id={`${id}action-${each.key}`}
            role="option"
            aria-selected={each.key === action?.key}
            className={`row gap-10 whole ink rounded to-start ${styles.action}`}
            data-chosen={each.key === action?.key || (action === undefined && at === 0) || undefined}
            onMouseDown={keepFocus}
            onClick={() => onAction(each)}
          >
            <Icon>
              <path d={each.path === undefined ? 'M5.5 5.5h8v8h-8zM2.5 10.5v-8h8' : 'm6 4 4 4-4 4'} />
            </Icon>
            {each.label}
            {at === 0 && <kbd className="key to-end">↵</kbd>}
          </button>
        ))}
      </div>
      {thing && <p className={`small faint ${styles.lead}`}>{text('LeadOnly')}</p>}
    </div>
  )
}
