import type { Panel, PanelState, Why } from '@support-console/contract'
import { useAsked } from '../../ui/dialog/use-asked.ts'
import { ConfirmFlag, type FlagQuestion } from './confirm-flag.tsx'
import { FlagOutcomes } from './flag-outcomes.tsx'
import { useFlags } from './use-flags.ts'

type AskedPanel = Panel & { readonly state: PanelState }

/** The question about one panel: it is switched to what it is not. */
export const questionOf = (panel: AskedPanel): FlagQuestion => ({
  panels: [panel],
  wanted: !panel.flagged,
  leftOut: 0,
})

/**
 * Switching panels' management with its question and its outcomes, for a list or a page.
 * @param onKnown hears what the server says a panel's flag is
 * @param onConfirm does it in place of a call for each; undefined: a call for each
 */
export function useFlagQuestions(
  onKnown: (cloudId: string, flagged: boolean) => void,
  onConfirm?: (question: FlagQuestion, why: Why) => Promise<boolean> | undefined,
) {
  const flags = useFlags(onKnown)
  const { subject, isOpen, ask, close } = useAsked<FlagQuestion>()
  return {
    ...flags,
    ask,
    /** @param panels as they are known by now */
    outcomesOf: (panels: readonly Panel[]) => (
      <>
        <FlagOutcomes
          changes={flags.changes}
          panels={panels}
          onAskAgain={flags.askAgain}
          onDismiss={flags.dismiss}
        />
        <ConfirmFlag
          question={subject}
          isOpen={isOpen}
          onConfirm={(question, why, time) => {
            close()
            return onConfirm?.(question, why) ?? flags.toggle(question.panels, question.wanted, why, time)
          }}
          onCancel={close}
        />
      </>
    ),
  }
}
