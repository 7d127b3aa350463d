// Creates the contents of a Site over the public API, so that every rule applies and the audit
// names the importing admin. Leaves what exists, by name or id, as it is: an interrupted import can
// be run again. Without `apply` it only reports what it would do.
#pragma once

#include "api/cli/commands/import.hpp"
#include "api/cli/tensorhive/api_commands.hpp"
#include "api/cli/tensorhive/mapping.hpp"
#include "api/cli/tensorhive/private_file.hpp"

#include <memory>

namespace dibs::cli::tensorhive {

class Importer {
  public:
    Importer(Context& context, const ImportSettings& settings, const Site& site, Report& report)
        : context_(context), settings_(settings), site_(site), report_(report) {}

    // Imports each kind after the kinds that it depends on.
    void run();

  private:
    void learn_people();
    void import_people();
    void make_person(RowId id, const User& user);
    void find_person(RowId id, const User& user);
    void make_link(const User& user, const std::string& person_id);
    void complete_link(const User& user, const Json& there);
    void complete_person(const User& user, const Json& there);
    void set_mail(const User& user, const std::string& person_id);
    [[nodiscard]] std::map<std::string, Json> groups_by_name();
    void import_groups();
    void import_members(RowId id, const Group& group, const Json& there);
    void import_grants();
    void import_grant(const Restriction& restriction, const GrantPlan& plan,
                      const std::vector<Json>& there);
    void complete_grant(const std::string& name, const Json& there, const GrantPlan& plan);
    void learn_gpus();
    void import_reservations();
    void import_reservation(const Reservation& reservation, const std::set<std::string>& there);
    void import_jobs();

    // Sends the command, unless this is a dry run, and reports the result.
    Answer make(const std::string& kind, const std::string& name, State done,
                const std::string& method, const std::string& path, const Json& body,
                std::int64_t version = 0, const std::string& why = {});

    Context& context_;
    const ImportSettings& settings_;
    const Site& site_;
    Report& report_;
    KnownIds known_{};
    std::map<std::string, Json> people_{};            // existing, by account
    std::map<std::string, std::string> gpu_names_{};  // "gpu03:2", by UUID
    std::unique_ptr<PrivateFile> links_{};
    std::unique_ptr<PrivateFile> drafts_{};
};

}  // namespace dibs::cli::tensorhive
