import type { CompanyBundle, TimelineStep } from '@support-console/contract'
import type { CompanyMode } from '@support-console/contract/companies.words'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { ChangeSummary } from './change-summary.tsx'
import { type Change, changesOf } from './changes.ts'
import styles from './company-form.module.css'
import { CompanySettings } from './company-settings.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { type CompanyDraft, draftOf } from './draft.ts'
import { FormField, Pair } from './form-fields.tsx'
import { FormHead, useWayBack } from './form-head.tsx'
import { FormSection } from './form-section.tsx'
import { NetworkModelSettings } from './network-model-settings.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveOutcome } from './save-outcome.tsx'
import { ServiceKey } from './service-key.tsx'
import { text } from './texts.ts'
import { readCompany, rememberCompany } from './use-companies.ts'
import { CompanyFormContext, useCompanyForm, useForm } from './use-company-form.ts'
import { useSave } from './use-save.ts'

interface CompanyFormProps {
  readonly mode: CompanyMode
  /** Under which name the input survives a forced sign-out (D12). */
  readonly keptAs: string
  /** Null: a new company. */
  readonly loaded: CompanyBundle | null
  readonly initial: CompanyDraft
  readonly deviceRegions?: readonly { readonly value: string; readonly label: string }[]
  /** A link filled something in. */
  readonly isFromLink?: boolean
  /** What was done that is put back; null: it changed nothing that can be. */
  readonly former?: TimelineStep | null | undefined
}

const nowhere: NonNullable<CompanyFormProps['deviceRegions']> = []

/** The form of a company in its three modes (2.6). */
export function CompanyForm(props: CompanyFormProps) {
  const { deviceRegions = nowhere, isFromLink = false } = props
  const form = useCompanyForm(props.keptAs, props.mode, props.loaded, props.initial)
  const { isSaving, failure, said, save } = useSave(form)
  useFollowing(form, isSaving)
  const [asked, setAsked] = useState<readonly Change[]>([])
  const [isAsking, setAsking] = useState(false)
  const [hadNothing, setHadNothing] = useState(false)
  const readOnlyReason = useAccess().may('companies.change') ? undefined : text('NeedsPermission')
  const navigate = useNavigate()
  const back = useWayBack()
  const { base, draft, conflict } = form

  const submit = () => {
    if (isSaving || isAsking || readOnlyReason !== undefined) return
    setHadNothing(false)
    if (!base) return void save()
    const changes = changesOf(draftOf(base), draft)
    if (changes.length === 0) {
      form.discard()
      setHadNothing(true)
      return
    }
    setAsked(changes)
    setAsking(true)
  }
  /** A click on a field makes the form dirty, as a change of it does (4). */
  const touch = ({ target }: MouseEvent) => {
    if (readOnlyReason !== undefined || form.isDirty) return
    const field = (target as Element).closest('input, label, [role="combobox"]')
    if (field && !field.matches('[readonly], :disabled, [aria-disabled="true"]')) form.touch()
  }
  const confirm = async () => {
    await save()
    setAsking(false)
  }
  return (
    <CompanyFormContext value={{ ...form, readOnlyReason }}>
      <Form isGuarded={false} className={styles.form} onSubmit={submit}>
        {(problems) => (
          <>
            <FormHead />
            <div className={`stack gap-12 ${styles.messages}`}>
              {said && <CallBanner call={{ status: 'fulfilled', answer: said }} />}
              {readOnlyReason && (
                <Callout kind="information" isLive={false}>
                  {readOnlyReason}
                </Callout>
              )}
              {form.isRestored && !conflict && <Callout kind="information">{text('Restored')}</Callout>}
              {hadNothing && !form.isDirty && (
                <Callout kind="information" onClose={() => setHadNothing(false)}>
                  {text('NothingToSave')}
                </Callout>
              )}
              {props.former !== undefined && !said && <FormerNote former={props.former} />}
              {conflict && <ConflictPanel conflict={conflict} />}
            </div>
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is clicked are the fields in it */}
            <div onClick={touch}>
              <CompanySettings deviceRegions={deviceRegions} isFromLink={isFromLink} />
              <RpsControlSettings />
              <NetworkModelSettings />
            </div>
            <SaveBar problems={problems} isSaving={isSaving} onCancel={() => navigate(back)}>
              {failure && <SaveOutcome failure={failure} />}
            </SaveBar>
          </>
        )}
      </Form>
      <ChangeSummary
        isOpen={isAsking}
        companyName={base?.companyInfo.companyName ?? ''}
        changes={asked}
        reach={{ sims: base?.facts.simCount ?? null, panels: base?.facts.panelCount ?? null }}
        isBusy={isSaving}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
      <LoadingDialog isOpen={isSaving && !base} title={text('SavingCompany', { name: draft.companyName })} />
    </CompanyFormContext>
  )
}

/** That the form holds former values, and by whose change; or why it holds none. */
function FormerNote({ former }: { readonly former: TimelineStep | null }) {
  const { base, draft } = useForm()
  if (!former) return <Callout kind="warning">{text('NothingFormer')}</Callout>
  const isSo = !base || changesOf(draftOf(base), draft).length === 0
  return (
    <Callout kind="information">
      {text(isSo ? 'FormerIsSo' : 'FormerFilled', { time: sayShortly(former.at), who: former.by })}
    </Callout>
  )
}

/** RPS Control Settings (2.6). */
function RpsControlSettings() {
  return (
    <FormSection title={text('RpsControlSettings')} note={text('RpsControlSettingsNote')}>
      <ServiceKey />
      <Pair isClose>
        <FormField of="useCiam" />
        <FormField of="allowUploadofPanelInfo" />
        <FormField of="useConnectorService" />
        <FormField of="allowCBSAuthforClouldPanelConnections" />
      </Pair>
    </FormSection>
  )
}

/**
 * A form that no one has touched shows what someone else saves (D37). One that someone is at stays as it is: at the save
 * both are brought together (D10).
 */
function useFollowing(form: ReturnType<typeof useCompanyForm>, isSaving: boolean): void {
  const companyId = form.base?.companyInfo.companyId
  const mayFollow = () => !form.now().isDirty && !isSaving
  const follow = async () => {
    if (companyId === undefined || !mayFollow()) return
    const latest = await readCompany(companyId)
    const isNew = latest.companySettings.updateDate !== form.now().base?.companySettings.updateDate
    if (!isNew || !mayFollow()) return
    rememberCompany(latest)
    form.load(latest)
  }
  useNews('company', companyId === undefined ? null : follow, (id) => id === String(companyId))
}
