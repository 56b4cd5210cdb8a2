import { createSecretBox } from '../platform/secrets/secret-box.ts'

const key = Buffer.alloc(32, 'a key that only tests know')

/** SECRETS_KEY of the tests' apps and databases. */
export const testSecretsKey = key.toString('base64')

export const testSecrets = createSecretBox([key])
