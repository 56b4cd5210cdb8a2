import { type ReactNode, useEffect } from 'react'
import { Link } from '../../kit/link.tsx'
import { sayAge } from '../../kit/observed/say-age.ts'
import { culture } from '../../texts/languages.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import buttons from '../../ui/link-button.module.css'
import { Said } from '../../ui/thing.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { askedNow, countOf, isAllAnswered } from './arranged.ts'
import { sayLocally } from './said.ts'
import { markOf, sayState } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'
import styles from './verdict.module.css'

/** The state that a page's head shows: what failed is not known. */
export const verdictStateOf = ({ known, error }: Pick<Look, 'known' | 'error'>) =>
  error && known.verdict.state !== 'cause' ? 'not-known' : known.verdict.state

/** One sentence to be read out, and the one next step. It keeps its height, and is said once whenever it is another one. */
export function Verdict({ look, onLookAgain }: { readonly look: Look; readonly onLookAgain: () => void }) {
  const { verdict } = look.known
  const state = verdictStateOf(look)
  const sentence = sentenceOf(look)
  const said = state === 'so-far' ? '' : sentence
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said])
  return (
    <VerdictBox
      state={state}
      sentence={<Said>{sentence}</Said>}
      second={<Second look={look} />}
      foot={
        <>
          <div className={styles.part}>
            <span className={styles.label}>{text('NextStep')}</span>
            <p className={styles.step}>{verdict.next && <Said>{sayLocally(verdict.next.text)}</Said>}</p>
            {state === 'not-known' ? (
              <Button icon={<RefreshIcon />} onPress={onLookAgain}>
                {text('LookAgain')}
              </Button>
            ) : (
              verdict.next?.go && (
                <Link to={verdict.next.go.path} className={buttons.primary}>
                  {verdict.next.go.text}
                </Link>
              )
            )}
          </div>
          <div className={styles.part}>
            <span className={styles.label}>{text('Sources')}</span>
            <Asked look={look} />
          </div>
        </>
      }
    />
  )
}

interface VerdictBoxProps {
  readonly state: keyof typeof markOf
  readonly sentence: ReactNode
  readonly second: ReactNode
  /** The one way on, beside the answer. */
  readonly children?: ReactNode
  /** Further parts, below the answer. */
  readonly foot?: ReactNode
}

/** Its parts have their heights before there is anything in them, so that what stands below stays where it is. */
export function VerdictBox({ state, sentence, second, children, foot }: VerdictBoxProps) {
  return (
    <Group className={styles.verdict} data-state={state} aria-label={text('Verdict')}>
      <div className={styles.part}>
        <span className={styles.state}>
          <StateMark kind={markOf[state]} size={16} />
          {sayState(state)}
        </span>
        <div className={styles.words}>
          <p className={styles.sentence}>{sentence}</p>
          <p className={styles.second}>{second}</p>
        </div>
        {children}
      </div>
      {foot}
    </Group>
  )
}

/** What is said of it. */
export function sentenceOf({ known: { verdict, findings }, error }: Pick<Look, 'known' | 'error'>): string {
  if (error && verdict.state !== 'cause') return text('NoDiagnosis')
  if (verdict.sentence !== '') return sayLocally(verdict.sentence)
  const count = findings.length
  return text('Looking', { count, answered: count - countOf(findings, 'waiting') })
}

/** What to think of it: that it may change, or what the panel does. */
function Second({ look }: { readonly look: Look }) {
  const { known, error } = look
  const { verdict } = known
  if (error) return error.message
  if (verdict.sentence === '') return text('NoFaultSoFar')
  return <Said>{sayLocally(verdict.second)}</Said>
}

/** Who is still asked, for how long by now; how long ago it was looked, and how long it took. */
function Asked({ look: { known, ahead, beganAt, endedAt } }: { readonly look: Look }) {
  const asked = askedNow(known.findings)
  const seconds = useSeconds(asked?.since ? Date.parse(asked.since) - ahead : beganAt)
  const age = sayAge(beganAt, beganAt + useSeconds(beganAt) * 1000)
  return (
    <>
      <span className={styles.asked}>
        {asked
          ? text(seconds < 5 ? 'AskingWho' : 'AskingWhoLong', { who: asked.who, seconds })
          : isAllAnswered(known) && text(countOf(known.findings, 'unknown') ? 'SomeSilent' : 'AllAnswered')}
      </span>
      <span className={styles.looked}>
        {endedAt === undefined
          ? text('Looked', { age })
          : text('Took', { age, seconds: sayTook(beganAt, endedAt) })}
      </span>
    </>
  )
}

/** '1.8', in seconds. */
export const sayTook = (from: number, to: number): string =>
  ((to - from) / 1000).toLocaleString(culture, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
