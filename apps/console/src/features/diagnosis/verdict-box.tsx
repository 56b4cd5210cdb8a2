import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Group } from '../../ui/group.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { markOf, sayState } from './states.tsx'
import { text } from './texts.ts'
import styles from './verdict.module.css'

interface VerdictBoxProps extends Omit<AnswerProps, 'isOneOf'> {
  /** Answers of equal weight, in place of the one. */
  readonly answers?: ReactNode
  /** What shows it, beside the answer. */
  readonly beside?: ReactNode
  /** Further parts, below the answer. */
  readonly foot?: ReactNode
}

/** Its parts have their heights before there is anything in them, so that what stands below stays where it is. */
export function VerdictBox({ answers, foot, beside, children, ...answer }: VerdictBoxProps) {
  return (
    <Group
      className={classes(styles.verdict, `kind-${markOf[answer.state]}`)}
      data-state={answer.state}
      aria-label={text('Verdict')}
    >
      {answers ?? <Answer {...answer}>{children ?? beside}</Answer>}
      {foot}
    </Group>
  )
}

interface AnswerProps {
  readonly state: keyof typeof markOf
  /** Its word, where that is not the state's. */
  readonly word?: string | undefined
  readonly sentence: ReactNode
  readonly second: ReactNode
  /** The one way on, beside the answer. */
  readonly children?: ReactNode
  readonly isOneOf?: boolean
}

/** How certain it is, what is said, and what is said below that. */
export function Answer({ state, word, sentence, second, children, isOneOf = false }: AnswerProps) {
  return (
    <div className={isOneOf ? styles.oneOf : styles.answer}>
      <span className={`row gap-8 ${styles.state}`}>
        <StateMark kind={markOf[state]} size={16} />
        {word ?? sayState(state)}
      </span>
      <div className={`narrow anywhere ${styles.words}`}>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.second}>{second}</p>
      </div>
      {children}
    </div>
  )
}
