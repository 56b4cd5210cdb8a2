import type { Step } from '@support-console/contract'
import type { FindingCode } from '@support-console/contract/diagnosis.words'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import buttons from '../../ui/link-button.module.css'
import { copyLines } from './copy-lines.ts'
import { inFull } from './said.ts'
import { text } from './texts.ts'

/** What a page can do about a cause where it stands, by the cause's code: each asks before it does it. */
export type Remedies = {
  readonly [Code in FindingCode]?: { readonly verb: string; readonly ask: () => void }
}

interface StepButtonProps {
  readonly step: Step | null
  /** What is done in place of leading away. */
  readonly remedy?: Remedies[FindingCode] | undefined
  /** It may still turn out to be another one. */
  readonly isEarly?: boolean
}

/** The one button of a step: does it here, leads to where it is done, or copies what is to be asked. */
export function StepButton({ step, remedy, isEarly = false }: StepButtonProps) {
  if (!step) return null
  const { go, copy } = step
  // Without a place to do it the reader has no right to.
  if (go && remedy && !isEarly)
    return (
      <Button look="primary" onPress={remedy.ask} data-next-step>
        {remedy.verb}
      </Button>
    )
  if (go)
    return (
      <Link to={go.path} className={isEarly ? buttons.plain : buttons.primary} data-next-step>
        {go.text}
      </Link>
    )
  if (copy === null) return null
  return (
    <Button
      look={isEarly ? 'plain' : 'primary'}
      icon={<CopyIcon />}
      data-next-step
      onPress={() => void copyLines([inFull(copy)], text('CopiedRequest'))}
    >
      {text('CopyRequest')}
    </Button>
  )
}
