/* Short names for the contract's schemas, generated from openapi.yaml. */
export type {
  Access, Board, BoardSummary, BoardTouched, BoardWhole, Budget, BudgetNew, BudgetPatch, Panel, PanelKind,
  Audit, Calendar, CalendarGpu, CalendarReservation, Clash, Conflict, DeviceLogin, Event as Fact, Feed, FeedMade, FeedNew, Gpu, GpuAnswer, GpuHolder, GpuState, Grant, GrantNew, GrantPatch, Group, GroupMember, HealthSymptom, Host, HostNew, HostState, IdleNote, Invitation, Jump, JumpNew, Limits,
  LimitsPatch, MetricsFrame, Offer, OfferRequest, OwnInvitation, PasswordLink, Person, PersonNew, PersonPatch, PersonState, Preferences, PreferencesPatch, Process, ProcessNow, Protection, ProviderList, RecoveryCodes, Reservation, ReservationNew, ReservationPatch, ReservationState, Role, Rules,
  RulesPatch, Scope, SecondFactorBegun, SecondFactorConfirmed, Session, SessionInList, SignUpBegun, StopMode, StreamClientMessage, StreamServerMessage, SwapProposal, System, TimeAlternative, TimeAnswer, TimeQuestion, Token, TokenMade, TokenNew, Touched, Usage,
  UsageBy, UsageReport, UsageReportQuestion, UsageRow, UsageSplit, UsageVisibleTo, UsageWeek, Violation, ViolationAction, ViolationLevel, ViolationLevelNew, ViolationLevels, ViolationStep, ViolationStepRule, Weekday, WeeklyWindow,
} from './generated/api';
