import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { Group } from '../../ui/group.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { markOf, sayState } from './states.tsx'
import { text } from './texts.ts'
import styles from './verdict.module.css'

interface VerdictBoxProps extends AnswerProps {
  /** Answers of equal weight, in place of the one. */
  readonly answers?: ReactNode
}

/** An answer, or two of equal weight: as high as their text, with the colour of the state above them. */
export function VerdictBox({ answers, ...answer }: VerdictBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  // While sources answer one by one, sentences and buttons come and go: once higher it stays so, and what is below moves once.
  const width = useRef(0)
  const keepTallest = useCallback(() => {
    const { current } = box
    if (!current) return
    if (current.offsetWidth !== width.current) current.style.removeProperty('--tallest')
    width.current = current.offsetWidth
    current.style.setProperty('--tallest', `${current.offsetHeight}px`)
  }, [])
  useLayoutEffect(keepTallest)
  useEffect(() => {
    addEventListener('resize', keepTallest)
    return () => removeEventListener('resize', keepTallest)
  }, [keepTallest])
  return (
    <Group
      ref={box}
      className={classes('stack ink edged sheet', styles.verdict, `kind-${markOf[answer.state]}`)}
      data-state={answer.state}
      aria-label={text('Verdict')}
    >
      {answers ?? <Answer {...answer} />}
    </Group>
  )
}

interface AnswerProps {
  readonly state: keyof typeof markOf
  /** Its word, where that is not the state's. */
  readonly word?: string | undefined
  readonly sentence: ReactNode
  readonly second: ReactNode
  /** What to do, where more is to be said than on its button. */
  readonly step?: ReactNode
  /** What shows it, and the one way on: beside the answer. */
  readonly children?: ReactNode
}

/** How certain it is, what is said, what is said below that, and the next step. */
export function Answer({ state, word, sentence, second, step, children }: AnswerProps) {
  return (
    <div className={classes('stack', styles.answer, `kind-${markOf[state]}`)} data-state={state}>
      <div className="narrow anywhere">
        <div>
          <span className={`stated ${styles.state}`}>
            <StateMark kind={markOf[state]} />
            {word ?? sayState(state)}
          </span>{' '}
          <p className={styles.sentence}>{sentence}</p>
        </div>
        {second && <p className={`quiet ${styles.second}`}>{second}</p>}
        {step && <p className={`quiet ${styles.second}`}>{step}</p>}
      </div>
      {children && <div className={`row wrap gap-8-16 ${styles.side}`}>{children}</div>}
    </div>
  )
}
