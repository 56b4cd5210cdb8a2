import type { Step } from '@support-console/contract'
import { isToMend } from '@support-console/contract/diagnosis.words'
import { useEffect } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { Said } from '../../ui/thing.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import { askedNow } from './arranged.ts'
import { type Remedies, StepButton } from './next-step.tsx'
import { OutageChart } from './outage.tsx'
import { sayLocally, sentenceOf } from './said.ts'
import { sayState } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'
import styles from './verdict.module.css'
import { Answer, VerdictBox } from './verdict-box.tsx'
import { Way } from './way.tsx'

/** The state that a page's head shows: what failed is not known. */
export const verdictStateOf = ({ known, error }: Pick<Look, 'known' | 'error'>) =>
  error && known.verdict.state !== 'cause' ? 'not-known' : known.verdict.state

interface VerdictProps {
  readonly look: Look
  readonly onLookAgain: () => void
  readonly remedies?: Remedies | undefined
  /** Shows the causes that the box has no place for. */
  readonly onMore?: (() => void) | undefined
}

/** The way of the signal, what to read out, and the one next step. It is said once whenever it is another one. */
export function Verdict({ look, onLookAgain, remedies = {}, onMore }: VerdictProps) {
  const { verdict } = look.known
  const state = verdictStateOf(look)
  const sentence = sentenceOf(look)
  const said = state === 'so-far' ? '' : sentence
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said])
  const isMany = verdict.causes.length > 1 && state !== 'not-known'
  const step = state === 'fine' && verdict.causes.length === 0 ? null : verdict.next
  const outage = verdict.causes[0]?.outage
  const isLooking = look.isUnderWay && verdict.sentence === ''
  const wantsLook = state === 'not-known' && !step?.go && !step?.copy
  const remedy = verdict.causes[0] && remedies[verdict.causes[0].code]
  return (
    <div className="column">
      <Way look={look} />
      <VerdictBox
        state={state}
        word={isLooking ? text('StateLooking') : undefined}
        sentence={<Sentence look={look} sentence={sentence} />}
        second={<Second look={look} />}
        step={step && saysMore(step) && <StepText step={step} />}
        answers={isMany ? <Causes {...{ look, remedies, onMore }} /> : undefined}
      >
        {(outage || wantsLook || hasButton(step)) && (
          <>
            {outage && <OutageChart of={outage} />}
            {wantsLook ? (
              <Button icon={<RefreshIcon />} onPress={onLookAgain} data-next-step>
                {text(look.error ? 'TryAgain' : 'LookAgain')}
              </Button>
            ) : (
              <StepButton step={step} remedy={remedy} isEarly={state === 'so-far'} />
            )}
          </>
        )}
      </VerdictBox>
    </div>
  )
}

const hasButton = (step: Step | null): boolean => step !== null && (step.go !== null || step.copy !== null)

/** Its text is not what its button says. */
const saysMore = (step: Step | null): boolean => step !== null && step.text !== `${step.go?.text}.`

function StepText({ step }: { readonly step: Step }) {
  return (
    <>
      <span className="medium">{text('NextStep')}:</span> <Said>{sayLocally(step.text)}</Said>
    </>
  )
}

/** Two of equal weight: each with its step and its button. Further ones are behind a link. */
function Causes({
  look,
  remedies,
  onMore,
}: Pick<VerdictProps, 'look' | 'onMore'> & { readonly remedies: Remedies }) {
  const { causes, symptom } = look.known.verdict
  const said = verdictStateOf(look)
  const isSettled = said === 'cause' || said === 'likely'
  const stateAt = (at: number) =>
    isSettled && causes[at] && isToMend(causes[at], { symptom, isFirst: at === 0 }) ? 'to-mend' : said
  const count = causes.filter((_, at) => stateAt(at) === said).length
  const more = causes.length - 2
  return causes.slice(0, 2).map(({ code, sentence, next }, at) => {
    const state = stateAt(at)
    const isOneOf = state === said && count > 1
    return (
      <Answer
        key={code}
        state={state}
        word={isOneOf ? text('OneOf', { state: sayState(state), place: at + 1, count }) : undefined}
        sentence={<Said>{sayLocally(sentence)}</Said>}
        second={
          <>
            {saysMore(next) && <Said>{sayLocally(next?.text ?? '')}</Said>}
            {at === 1 && more > 0 && (
              <>
                {' '}
                <button type="button" className={`accent ${styles.more}`} onClick={onMore}>
                  {text('AndMore', { count: more })}
                </button>
              </>
            )}
          </>
        }
      >
        {hasButton(next) && (
          <StepButton step={next} remedy={remedies[code]} isEarly={said === 'so-far' || state !== said} />
        )}
      </Answer>
    )
  })
}

/** The state's word stands beside it, and who is still asked is asked for longer each second. */
function Sentence({
  look: { known, ahead, beganAt },
  sentence,
}: {
  readonly look: Look
  readonly sentence: string
}) {
  const asked = known.verdict.state === 'so-far' ? askedNow(known.findings) : null
  const seconds = useSeconds(asked?.since ? Date.parse(asked.since) - ahead : beganAt)
  const bare = sentence.replace(/^So far: (.)/, (_, first: string) => first.toUpperCase())
  return (
    <Said>
      {asked ? bare.replace(/( Still asking [^.]+)\.$/, `$1, ${text('Seconds', { seconds })}.`) : bare}
    </Said>
  )
}

/** What to think of it: that it may change, or what the panel does. */
function Second({ look }: { readonly look: Look }) {
  const { known, error, ahead, beganAt } = look
  const { verdict } = known
  const asked = askedNow(known.findings)
  const seconds = useSeconds(asked?.since ? Date.parse(asked.since) - ahead : beganAt)
  if (error) return error.message
  if (verdict.sentence === '') return text('NoFaultSoFar')
  const said = sayLocally(verdict.second)
  return <Said>{asked && seconds >= 5 ? `${said} ${text('MayTakeLong', { who: asked.who })}` : said}</Said>
}
