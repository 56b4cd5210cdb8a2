import { useState } from 'react'
import { useCall } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { text } from './texts.ts'
import styles from './users.module.css'

/** Ending the sign-ons to this console of anyone who has this email (R14), for those who may. */
export function SignOns({ email }: { readonly email: string }) {
  const known = useCall('GET /usermanagement/v1/signons/{email}')
  const end = useChange('POST /usermanagement/v1/signons/{email}/end', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  const person = known.answer?.data
  const isNobody = person?.people === 0

  const ask = async () => {
    end.reset()
    await known.run({ params: { email } }).then(
      ({ data }) => setAsking(data.people > 0),
      // Its banner says why.
      () => {},
    )
  }
  const confirm = async () => {
    await end.start(
      { params: { email }, body: { alsoMyOwn: person?.isYou ?? false } },
      text('ActionEndSignOns', { email }),
    )
    setAsking(false)
  }
  return (
    <section className={`column start gap-12 ${styles.signOns}`} aria-labelledby="sign-ons">
      <h2 id="sign-ons">{text('SignOns')}</h2>
      <p className="quiet">{text('SignOnsHelp', { email })}</p>
      <Button isBusy={known.status === 'pending'} busyText={text('Looking')} onPress={() => void ask()}>
        {text('OpenEnd')}
      </Button>
      <CallBanner call={known} hidesSuccess />
      {isNobody && <Callout kind="warning">{text('NobodySignsIn', { email })}</Callout>}
      {!isAsking && <CallBanner call={end} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={<bdi>{text('EndQuestion', { email })}</bdi>}
        caution={person?.isYou ? text('EndsYourOwn') : undefined}
        consequences={[text('EndRefuses'), text('EndLoses'), text('EndNotAtProvider'), text('EndOnRecord')]}
        verb={text(person?.isYou ? 'EndMine' : 'EndVerb')}
        isDanger
        isBusy={end.isPending}
        busyText={text('Ending')}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <Facts
          facts={[
            ...(person && person.people > 1 ? [{ label: text('People'), value: person.people }] : []),
            { label: text('LastSeen'), value: person?.lastSeenAt ? sayMinute(person.lastSeenAt) : '' },
            ...(person?.endedAt ? [{ label: text('EndedBefore'), value: sayMinute(person.endedAt) }] : []),
          ]}
        />
      </ConfirmDialog>
    </section>
  )
}
