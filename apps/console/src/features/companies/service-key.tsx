import type { Why } from '@support-console/contract'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ignoreHeldEnter } from '../../ui/held-enter.ts'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { sayMinute } from '../../ui/local-time.ts'
import styles from './service-key.module.css'
import { text } from './texts.ts'
import { readCompany } from './use-companies.ts'
import { useForm } from './use-company-form.ts'
import { useShownKey } from './use-shown-key.ts'

/**
 * The installer service key (2.6): read-only; Generate replaces it at once, by a call of its own, and leaves what is
 * not saved in the form as it is.
 */
export function ServiceKey() {
  const { base, readOnlyReason, rebase } = useForm()
  const shown = useShownKey(base)
  const generate = useChange('POST /companymanager/v1/companies/{companyId}/isk', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [outcome, setOutcome] = useState<'done' | 'replaced' | undefined>()
  const why = useWhy(shown.madeAt)
  if (!base)
    return (
      <TextField
        label={text('InstallerServiceKey')}
        value=""
        isReadOnly
        isMono
        help={text('KeyWithCompany')}
      />
    )
  const { companyInfo, facts } = base
  const { companyId, companyName, sapCompanyId } = companyInfo

  const { key } = shown
  const ask = async () => {
    generate.reset()
    setOutcome(undefined)
    // The key that is replaced is seen first.
    if (key !== '' || (await shown.show())) setAsking(true)
  }
  const confirm = async (said: Why): Promise<boolean> => {
    if (isWorking) return false
    setWorking(true)
    const result = await generate.attempt(
      { params: { companyId }, query: said, body: { replaces: key } },
      text('ActionGenerate', { name: companyName, sapCompanyId }),
    )
    // Busy is one's own first run, whose answer was lost: no one else has replaced the key.
    if (result?.answer || result?.failure?.error.status === 'Conflict') {
      // With the present state: anyone who saved meanwhile is not overwritten by taking only the new date over (D10).
      const latest = await readCompany(companyId).catch(() => undefined)
      const made = result.answer?.data
      if (latest) rebase(latest, false)
      else if (made) rebase(withNewKey(base, made), false)
      if (made) {
        shown.put({ key: made.onlineServiceKey, madeAt: made.keyGeneratedAt })
        setOutcome('done')
      } else if (latest && latest.facts.keyGeneratedAt !== shown.madeAt) setOutcome('replaced')
    }
    setWorking(false)
    setAsking(false)
    return result?.answer !== undefined
  }
  return (
    <div className={`stack tops gap-0-8 ${styles.keyField}`}>
      <TextField
        className="narrow"
        label={text('InstallerServiceKey')}
        value={key}
        placeholder={text('KeyHidden')}
        isReadOnly
        isCopyable={key !== ''}
        isMono
        help={`${text('KeyHelp')} ${
          facts.keyGeneratedBy
            ? text('KeySinceBy', { time: sayMinute(facts.keyGeneratedAt), who: facts.keyGeneratedBy })
            : text('KeySince', { time: sayMinute(facts.keyGeneratedAt) })
        }`}
      />
      <div className="flex wrap gap-8 beside-label">
        {key === '' && (
          <Button isBusy={shown.isReading} busyText={text('ShowingKey')} onPress={() => void shown.show()}>
            {text('ShowKey')}
          </Button>
        )}
        <Button disabledReason={readOnlyReason} onPress={() => void ask()} onKeyDown={ignoreHeldEnter}>
          {text('OpenGenerate')}
        </Button>
      </div>
      <div className={styles.keyOutcome}>
        {shown.error && <CallBanner call={{ status: 'rejected', error: shown.error }} />}
        {outcome === 'done' && (
          <Callout kind="success" onClose={() => setOutcome(undefined)}>
            {text('Generated')}
          </Callout>
        )}
        {outcome === 'replaced' && (
          <Callout kind="warning" onClose={() => setOutcome(undefined)}>
            {text('KeyReplacedMeanwhile')}
          </Callout>
        )}
        {outcome === undefined && !isAsking && <CallBanner call={generate} hidesSuccess />}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={text('AreYouSure')}
        caution={
          <bdi>{text('GenerateCaution', { name: companyName, key: shortIdentifier(key, 'guid') })}</bdi>
        }
        consequences={[
          text('GenerateInvalidates'),
          text('GenerateKeeps'),
          text('GenerateOnce'),
          text('GenerateKeepsInput'),
        ]}
        verb={text('Generate')}
        isDanger
        isBusy={isWorking}
        busyText={text('Generating')}
        onConfirm={why.guard(confirm)}
        onCancel={() => setAsking(false)}
      >
        <WhyFields of={why} />
      </ConfirmDialog>
    </div>
  )
}

/** The state is known to be so except for its date, which stays: if it is too old, the next save is told (D10). */
const withNewKey = <Bundle extends NonNullable<ReturnType<typeof useForm>['base']>>(
  base: Bundle,
  made: { onlineServiceKey: string; keyGeneratedAt: string; keyGeneratedBy: string | null },
): Bundle => ({
  ...base,
  rpsControlSettings: { ...base.rpsControlSettings, onlineServiceKey: made.onlineServiceKey },
  facts: { ...base.facts, keyGeneratedAt: made.keyGeneratedAt, keyGeneratedBy: made.keyGeneratedBy },
})
