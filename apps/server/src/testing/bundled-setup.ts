import { folderOfPrograms } from './databases.ts'

// What these tests start is bundled, once for all of them.
process.env.BUNDLED_PROGRAMS = await folderOfPrograms()
