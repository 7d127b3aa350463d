/* The names that screens use for the contract's schemas, generated from openapi.yaml. */
export type {
  Access, Board, BoardSummary, BoardTouched, BoardWhole, Panel, PanelKind,
  Audit, Calendar, CalendarGpu, CalendarReservation, Clash, Conflict, DeviceLogin, Event as Fact, Feed, FeedMade, FeedNew, Gpu, GpuAnswer, GpuHolder, GpuState, Grant, GrantNew, GrantPatch, Group, GroupMember, Host, HostNew, HostState, Limits, LimitsPatch,
  MetricsFrame, Offer, OfferRequest, PasswordLink, Person, PersonNew, PersonPatch, PersonState, Process, ProviderList, ProcessNow, RecoveryCodes, Reservation, ReservationNew, ReservationPatch, ReservationState, Role, Rules, RulesPatch, Scope, SecondFactorBegun, SecondFactorConfirmed,
  Session, SessionInList, SignUpBegun, StreamClientMessage, StreamServerMessage, System, TimeAlternative, TimeAnswer, TimeQuestion, Touched, Token, TokenMade, TokenNew, Usage, UsageBy, UsageReport, UsageReportQuestion, UsageRow, UsageSplit, UsageVisibleTo, Violation, ViolationLevel, Weekday, WeeklyWindow,
} from './generated/api';
