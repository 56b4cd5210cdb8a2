export { registerDiagnosis } from './diagnosis.routes.ts'
