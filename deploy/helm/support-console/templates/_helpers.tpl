{{- define "console.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "console.selector" -}}
app.kubernetes.io/name: support-console
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "console.labels" -}}
{{ include "console.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* What servers, worker and migration have alike. Takes root, secretName, worker (WORKER) and resources. */ -}}
{{- define "console.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ .secretName }}
      defaultMode: 0440
{{- end }}

{{- define "console.container" -}}
image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
resources: {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/support-console
    readOnly: true
env:
  - { name: DEMO, value: 'off' }
  - { name: HOST, value: 0.0.0.0 }
  - { name: PORT, value: '8080' }
  - { name: METRICS_HOST, value: 0.0.0.0 }
  - { name: METRICS_PORT, value: '9464' }
  - { name: DRAIN_SECONDS, value: {{ .root.Values.drainSeconds | quote }} }
  - { name: MIGRATE, value: {{ .root.Values.migration.enabled | ternary "off" "start" | quote }} }
  - { name: WORKER, value: {{ .worker | quote }} }
  {{- range $name, $value := .root.Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range .root.Values.secretKeys }}
  - { name: {{ . }}_FILE, value: /run/secrets/support-console/{{ . }} }
  {{- end }}
{{- end }}

{{- /* A deployment. Takes root, component, replicas, worker and resources. */ -}}
{{- define "console.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "console.name" .root }}-{{ .component }}
  labels: {{- include "console.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  replicas: {{ .replicas }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "console.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels: {{- include "console.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
    spec:
      {{- include "console.pod" (dict "root" .root "secretName" .root.Values.secretName) | nindent 6 }}
      # The server goes on for DRAIN_SECONDS after SIGTERM by itself, then 20 s for calls under way: no preStop is needed.
      terminationGracePeriodSeconds: {{ add .root.Values.drainSeconds 25 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "console.selector" .root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      containers:
        - name: {{ .component }}
          {{- include "console.container" . | nindent 10 }}
          ports:
            {{- if eq .component "server" }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: operators, containerPort: 9464 }
          startupProbe:
            httpGet: { path: /healthz, port: operators }
            periodSeconds: 2
            failureThreshold: 150
          readinessProbe:
            httpGet: { path: /readyz, port: operators }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 1
          livenessProbe:
            httpGet: { path: /healthz, port: operators }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
{{- end }}
