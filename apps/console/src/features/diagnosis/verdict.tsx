import { type ReactNode, useEffect } from 'react'
import { Link } from '../../kit/link.tsx'
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
import { markOf } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'
import styles from './verdict.module.css'

/** The state that a page's head shows: what failed is not known. */
export const verdictStateOf = ({ known, error }: Pick<Look, 'known' | 'error'>) =>
  error && known.verdict.state !== 'fault' ? 'unknown' : known.verdict.state

/** One sentence to be read out, and the one next step. It keeps its height, and is said once whenever it is another one. */
export function Verdict({ look, onLookAgain }: { readonly look: Look; readonly onLookAgain: () => void }) {
  const { verdict } = look.known
  const state = verdictStateOf(look)
  const sentence = sentenceOf(look)
  const said = state === 'waiting' ? '' : sentence
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said])
  return (
    <VerdictLine state={state} sentence={<Said>{sentence}</Said>} second={<Second look={look} />}>
      {state === 'unknown' ? (
        <Button icon={<RefreshIcon />} onPress={onLookAgain}>
          {text('LookAgain')}
        </Button>
      ) : (
        verdict.next && (
          <Link to={verdict.next.path} className={buttons.primary}>
            {verdict.next.text}
          </Link>
        )
      )}
    </VerdictLine>
  )
}

interface VerdictLineProps {
  readonly state: keyof typeof markOf
  readonly sentence: ReactNode
  readonly second: ReactNode
  /** The one way on. */
  readonly children: ReactNode
}

export function VerdictLine({ state, sentence, second, children }: VerdictLineProps) {
  return (
    <Group className={styles.verdict} data-state={state} aria-label={text('Verdict')}>
      <StateMark kind={markOf[state]} size={16} />
      <div className={styles.words}>
        <p className={styles.sentence}>{sentence}</p>
        <p className={styles.second}>{second}</p>
      </div>
      {children}
    </Group>
  )
}

/** What is said of it in one sentence. */
export function sentenceOf({ known: { verdict, findings }, error }: Pick<Look, 'known' | 'error'>): string {
  if (error && verdict.state !== 'fault') return text('NoDiagnosis')
  if (verdict.state !== 'waiting') return sayLocally(verdict.sentence)
  const count = findings.length
  return text('Looking', { count, answered: count - countOf(findings, 'waiting') })
}

/** What to think of it: who is still asked, how much is not known, or what the finding itself says. */
function Second({ look }: { readonly look: Look }) {
  const { known, error, ahead, beganAt } = look
  const { verdict, findings } = known
  const asked = askedNow(findings)
  const seconds = useSeconds(asked?.since ? Date.parse(asked.since) - ahead : beganAt)
  if (error) return error.message
  if (verdict.state === 'waiting') {
    if (!asked) return text('NoFaultSoFar')
    return text(seconds < 5 ? 'NoFaultAsking' : 'NoFaultAskingLong', { who: asked.who, seconds })
  }
  if (!isAllAnswered(known) && asked) return text('StillAsking', { who: asked.who })
  const unknown = countOf(findings, 'unknown')
  if (verdict.state === 'unknown')
    return unknown === 1
      ? text('OneUnknown', { all: findings.length })
      : text('SomeUnknown', { count: unknown, all: findings.length })
  const own = findings.find(({ code }) => code === verdict.code) ?? findings.at(-1)
  const isNew = own && !verdict.sentence.includes(own.sentence.replace(/\.$/, ''))
  if (isNew) return <Said>{sayLocally(own.sentence)}</Said>
  const count = countOf(findings, 'explained')
  return count === 0 ? null : text(count === 1 ? 'OneFollows' : 'SomeFollow', { count })
}
