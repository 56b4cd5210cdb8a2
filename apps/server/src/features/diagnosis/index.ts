export { registerDiagnosis } from './diagnosis.routes.ts'
export { seesVerdicts } from './keep-verdict.ts'
