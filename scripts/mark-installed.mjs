// After every installation by npm: notes the lock file that it was made from, so that no script installs it again.
import { markInstalled } from './lib/toolchain.mjs'

markInstalled()
