/* The names that screens use for the contract's schemas, generated from openapi.yaml. */
export type {
  Board, BoardSummary, BoardTouched, BoardWhole, Panel, PanelKind,
  Calendar, CalendarGpu, CalendarReservation, Clash, Conflict, Event as Fact, Gpu, GpuAnswer, GpuHolder, GpuState, Host, HostNew, HostState,
  MetricsFrame, Offer, OfferRequest, Person, PersonNew, Process, ProcessNow, Reservation, ReservationNew, ReservationPatch, ReservationState, Role, Rules, RulesPatch, Scope,
  Session, SessionInList, StreamClientMessage, StreamServerMessage, System, TimeAlternative, TimeAnswer, TimeQuestion, Token, TokenMade, TokenNew, Usage, UsageBy, UsageReport, UsageReportQuestion, UsageRow, UsageSplit, UsageVisibleTo, Violation, ViolationLevel,
} from './generated/api';
