// A process of its own for tests: takes the lock of a folder, says so, and holds it until its input ends.
import { lockFolder } from '../platform/database/folder-lock.ts'

try {
  await lockFolder(process.argv[2] ?? '')
  console.log('held')
  process.stdin.resume().on('end', () => process.exit(0))
} catch (error) {
  console.log(error instanceof Error ? error.name : 'unknown')
  process.exit(0)
}
