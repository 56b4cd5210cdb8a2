import type { InstallersLink } from '@support-console/contract'
import { linkLasts, type PageLanguage } from '@support-console/contract/installers-link.words'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { text as everyText } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Said } from '../../ui/thing.tsx'
import styles from './installers-link.module.css'
import { QrCode } from './qr-code.tsx'
import { text } from './texts.ts'

interface LinkDialogProps {
  readonly cloudId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const languages = [
  { value: 'en', label: text('LanguageEn') },
  { value: 'es', label: text('LanguageEs') },
  { value: 'fr', label: text('LanguageFr') },
] as const
const nameOf = (language: PageLanguage) =>
  languages.find(({ value }) => value === language)?.label ?? language

/** Makes a link, whose address is shown once, and lists those that work. */
export function LinkDialog({ cloudId, isOpen, onClose }: LinkDialogProps) {
  const [language, setLanguage] = useState<PageLanguage>('en')
  const links = useRead('GET /doors/v1/panels/{cloudId}/installers-links', { params: { cloudId } })
  const make = useChange('POST /doors/v1/panels/{cloudId}/installers-links', text('ScreenTitle'))
  const [made, setMade] = useState<InstallersLink & { readonly address: string }>()
  const makeOne = async () => {
    const done = await make.startOnce(
      { params: { cloudId }, body: { language } },
      text('ActionMake', { id: cloudId }),
    )
    if (!done) return
    setMade(done.data)
    await links.refetch()
  }
  const isMadeLive = made && links.data?.some(({ linkId }) => linkId === made.linkId)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={text('Title', { id: cloudId })}
      actions={
        <>
          <Button onPress={onClose}>{everyText('Close')}</Button>
          <Button
            look="primary"
            isBusy={make.isPending}
            busyText={text('Making')}
            onPress={() => void makeOne()}
          >
            {text('Make')}
          </Button>
        </>
      }
    >
      <p>{text('What')}</p>
      <p className="quiet">
        {text('Lasts', { hours: linkLasts.hours, minutes: linkLasts.reportingMinutes })}
      </p>
      <RadioGroup
        label={text('Language')}
        help={text('LanguageHelp')}
        value={language}
        onChange={setLanguage}
        options={languages}
      />
      <CallBanner call={make} hidesSuccess />
      {made && isMadeLive && (
        <section className="row wrap gap-16" aria-label={text('Address')}>
          <QrCode value={made.address} label={text('Code')} />
          <div className={`stack gap-8 narrow ${styles.address}`}>
            <span className="row gap-8">
              <span className="mono anywhere">{made.address}</span>
              <CopyButton value={made.address} name={text('Address')} />
            </span>
            <p className="quiet" role="status">
              {text('ShownOnce', { time: sayMinute(made.until) })}
            </p>
          </div>
        </section>
      )}
      <Links cloudId={cloudId} links={links} />
    </Dialog>
  )
}

interface LinksProps {
  readonly cloudId: string
  readonly links: {
    readonly data?: readonly InstallersLink[] | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
}

function Links({ cloudId, links: { data, error, refetch } }: LinksProps) {
  const revoke = useChange('POST /doors/v1/installers-links/{linkId}/revoke', text('ScreenTitle'))
  const [revoking, setRevoking] = useState('')
  const revokeIt = async (linkId: string) => {
    setRevoking(linkId)
    await revoke.start({ params: { linkId } }, text('ActionRevoke', { id: cloudId }))
    await refetch()
  }
  return (
    <section className="stack gap-8">
      <h3>{text('Links')}</h3>
      <CallBanner call={revoke} hidesSuccess />
      {data === undefined && error !== null && <p role="alert">{text('Unread')}</p>}
      {data?.length === 0 && <p className="quiet">{text('NoLinks')}</p>}
      <ul className={`stack gap-8 ${styles.list}`}>
        {data?.map((link) => (
          <li key={link.linkId} className="row wrap gap-8">
            <span className="fill">
              <Said>{sayMade(link)}</Said>
              <br />
              <span className="quiet small">
                {link.openedAt ? text('Opened', { time: sayMinute(link.openedAt) }) : text('NeverOpened')}
              </span>
            </span>
            <Button
              size="row"
              look="danger"
              aria-label={text('RevokeNamed', { time: sayMinute(link.at) })}
              isBusy={revoke.isPending && revoking === link.linkId}
              busyText={text('Revoking')}
              onPress={() => void revokeIt(link.linkId)}
            >
              {text('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sayMade({ language, by, at, until }: InstallersLink): string {
  const said = { language: nameOf(language), time: sayMinute(at), until: sayMinute(until) }
  return by === '' ? text('MadeByNone', said) : text('Made', { ...said, who: by })
}
