import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { madeFile } from '../made-file.ts'
import { StartError } from '../settings/start-error.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

interface SecretsConfig {
  database: { folder: string }
  secretsKeys: readonly Buffer[]
}

/**
 * With the keys of SECRETS_KEY; in the demo, which alone may go without, with one that is made once and kept in the
 * data folder.
 * @throws StartError
 */
export async function openSecrets({ database, secretsKeys }: SecretsConfig): Promise<SecretBox> {
  const [newest, ...others] = secretsKeys
  if (newest) return createSecretBox([newest, ...others])
  const path = demoSecretsKeyPath(database)
  try {
    const key = Buffer.from(await madeFile(path, newKey), 'base64')
    if (key.length === 32) return createSecretBox([key])
  } catch (error) {
    throw unusable(path, (error as NodeJS.ErrnoException).code ?? (error as Error).message)
  }
  throw unusable(path, 'it holds no key')
}

/** Where the demo keeps its key. */
export const demoSecretsKeyPath = ({ folder }: SecretsConfig['database']): string =>
  join(folder, 'secrets-key')

const newKey = (): string => `${randomBytes(32).toString('base64')}\n`

const unusable = (path: string, reason: string) =>
  new StartError(`The key that encrypts VPN passwords, ${path}, cannot be used (${reason}).`)
