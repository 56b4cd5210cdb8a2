import { progress } from '../texts/en-US/progress.ts'
import { textsOf } from '../texts/text.ts'
import { classes } from './classes.ts'
import { StateMark } from './icons/marks.tsx'
import styles from './process-indicator.module.css'

const text = textsOf(progress)

interface ProcessStep {
  readonly key: string
  readonly label: string
  readonly isDisabled?: boolean | undefined
}

interface ProcessIndicatorProps {
  /** What the process is, for screen readers. */
  readonly label: string
  readonly steps: readonly ProcessStep[]
  /** The key of the current step: those before it are completed, those after it inactive. */
  readonly current: string
  /** With it, completed steps and the current one can be clicked; disabled and later ones cannot (4). */
  readonly onStep?: ((key: string) => void) | undefined
}

/** Steps that are completed, active or inactive (4). */
export function ProcessIndicator({ label, steps, current, onStep }: ProcessIndicatorProps) {
  const currentIndex = steps.findIndex((step) => step.key === current)
  return (
    <ol className="row wrap gap-4-8" aria-label={label}>
      {steps.map((step, index) => {
        const state = index < currentIndex ? 'completed' : index === currentIndex ? 'active' : 'inactive'
        const content = (
          <>
            {state === 'completed' ? (
              <StateMark kind="ok" />
            ) : (
              <span className={`stack label tabular ${styles.number}`} aria-hidden="true">
                {index + 1}
              </span>
            )}
            <span>{step.label}</span>
            {state !== 'active' && (
              <span className="visually-hidden">
                {' '}
                ({text(state === 'completed' ? 'StepCompleted' : 'StepInactive')})
              </span>
            )}
          </>
        )
        const name = classes(styles.step, state !== 'inactive' && styles[state])
        const isClickable = onStep && !step.isDisabled && index <= currentIndex
        return (
          <li
            key={step.key}
            className={`row gap-8 ${styles.item}`}
            aria-current={state === 'active' ? 'step' : undefined}
          >
            {isClickable ? (
              <button type="button" className={name} onClick={() => onStep(step.key)}>
                {content}
              </button>
            ) : (
              <span className={name}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
