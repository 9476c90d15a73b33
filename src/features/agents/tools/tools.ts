import type { AgentToolName } from '../../../contract/agent-tools.ts';
import { alertGet, alertsList, alertUpdate } from './alerts.ts';
import { dashboardData, dashboardsList } from './dashboards.ts';
import { describe } from './describe.ts';
import { evaluate } from './evaluate.ts';
import { languageHelp } from './language-help.ts';
import { logsCount } from './logs-count.ts';
import { logsEvent } from './logs-event.ts';
import { logsFields } from './logs-fields.ts';
import { logsPatterns } from './logs-patterns.ts';
import { logsSearch } from './logs-search.ts';
import { savedSearchCreate, savedSearches } from './saved-searches.ts';
import { serviceGet, servicesList } from './services.ts';
import type { RunTool } from './tool.ts';

export const TOOLS: { readonly [Name in AgentToolName]: RunTool<Name> } = {
  describe,
  language_help: languageHelp,
  logs_search: logsSearch,
  logs_count: logsCount,
  logs_fields: logsFields,
  logs_patterns: logsPatterns,
  logs_event: logsEvent,
  evaluate,
  alerts_list: alertsList,
  alert_get: alertGet,
  services_list: servicesList,
  service_get: serviceGet,
  dashboards_list: dashboardsList,
  dashboard_data: dashboardData,
  saved_searches: savedSearches,
  alert_update: alertUpdate,
  saved_search_create: savedSearchCreate,
};
