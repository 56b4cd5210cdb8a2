import { type Permission, rolesThatMay } from '@support-console/contract/permissions'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { LockIcon } from '../../ui/icons/controls.tsx'
import { MessagePage } from './message-page.tsx'

/** In place of a screen whose reading calls the server would refuse (2.3, 6, D16). The navigation stays. */
export function NoAccess({ permission }: { permission: Permission }) {
  const { user, roles } = useSession()
  const { environment } = useRuntimeConfig()
  return (
    <MessagePage
      icon={<LockIcon size={18} />}
      headline={text('NoAccess')}
      facts={[
        { label: text('SignedInAs'), value: user?.email ?? '' },
        { label: text('YourRoles'), value: roles.join(', ') || text('NoRole') },
        { label: text('NeededHere'), value: rolesThatMay(permission, environment).join(text('RolesOr')) },
      ]}
    >
      {text('PleaseContactAdmin')}
    </MessagePage>
  )
}
