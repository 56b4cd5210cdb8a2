import type { PersonalToken } from '@support-console/contract'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Section } from '../../ui/section.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { Secret } from './secret.tsx'
import { text } from './texts.ts'
import { TokenRow } from './token-row.tsx'
import styles from './tokens.module.css'

/** A person's own tokens (D58); below, for engineers, everyone's. */
export function Tokens() {
  const { may } = useAccess()
  const isEngineer = may('sign-ons.end')
  const mine = useRead('GET /tokens/v1/mine')
  const everyones = useRead('GET /tokens/v1/everyones', { enabled: isEngineer })
  // What changes in the one list changes in the other.
  const refetch = () => Promise.all([mine.refetch(), ...(isEngineer ? [everyones.refetch()] : [])])
  const { deviceSignOn } = useRuntimeConfig()
  const [isMaking, setMaking] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  const [made, setMade] = useState<{ token: PersonalToken; secret: string }>()
  return (
    <div className="stack one-column">
      <Section
        title={text('Mine')}
        actions={
          <>
            {deviceSignOn && (
              <Button size="tool" onPress={() => setSigningIn(true)}>
                {text('DeviceOpen')}
              </Button>
            )}
            <Button size="tool" onPress={() => setMaking(true)}>
              {text('Open')}
            </Button>
          </>
        }
      >
        <p className="quiet">{text('About')}</p>
        {made && <Secret of={made} onTaken={() => setMade(undefined)} />}
        <List of={mine} isOwn empty={text('NoneYet')} label={text('Mine')} onRevoked={refetch} />
      </Section>
      {isEngineer && (
        <Section title={text('Everyones')}>
          <List
            of={everyones}
            isOwn={false}
            empty={text('NoneOfAnyone')}
            label={text('Everyones')}
            onRevoked={refetch}
          />
        </Section>
      )}
      {isSigningIn && <DeviceDialog onAnswered={refetch} onClose={() => setSigningIn(false)} />}
      {isMaking && (
        <MakeDialog
          onMade={(secret) => {
            setMade(secret)
            void refetch()
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </div>
  )
}

interface ListProps {
  readonly of: {
    readonly data: PersonalToken[] | undefined
    readonly error: Parameters<typeof CallBanner>[0]['call']['error'] | null
  }
  readonly isOwn: boolean
  readonly empty: string
  readonly label: string
  readonly onRevoked: () => unknown
}

function List({ of: { data, error }, isOwn, empty, label, onRevoked }: ListProps) {
  if (error) return <CallBanner call={{ status: 'rejected', error }} />
  if (!data?.length) return <p className="quiet">{data ? empty : text('Reading')}</p>
  return (
    <ul className={styles.list} aria-label={label}>
      {data.map((token) => (
        <TokenRow key={token.tokenId} of={token} isOwn={isOwn} onRevoked={onRevoked} />
      ))}
    </ul>
  )
}
