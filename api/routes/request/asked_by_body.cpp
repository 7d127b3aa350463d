// Converts JSON to the query that the GET handler checks.
#include "api/routes/request/asked_by_body.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Parameter;
using Kind = JsonValue::Kind;

tl::unexpected<Refusal> wrong(std::string_view name, const std::string& expected) {
    return refuse(Code::malformed, std::string(name), "Expected " + expected + '.');
}

Result<void> add_list(http::Query& query, std::string_view name, const JsonValue& value) {
    constexpr const char* expected = "an array of one or more strings without commas";
    if (value.kind() != Kind::array) return wrong(name, expected);
    bool good = true;
    value.for_each_element([&](const JsonValue& one) {
        const auto text = one.as_string();
        good = text && text->find(',') == std::string_view::npos;
        if (good) query.add(std::string(name), std::string(*text));
        return good;
    });
    if (!good || !query.has(name)) return wrong(name, expected);
    return {};
}

Result<void> add_member(http::Query& query, std::string_view name, const JsonValue& value,
                        Parameter::Form form) {
    if (query.has(name)) {
        return refuse(Code::malformed, std::string(name), "This member is given twice.");
    }
    if (form == Parameter::Form::list) return add_list(query, name, value);
    if (form == Parameter::Form::number) {
        const auto number = value.as_integer();
        if (!number) return wrong(name, "a whole number");
        query.add(std::string(name), std::to_string(*number));
        return {};
    }
    const auto text = value.as_string();
    if (!text) return wrong(name, "a string");
    query.add(std::string(name), std::string(*text));
    return {};
}

Parameter::Form form_of(const Known& parameters, std::string_view name) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& one) { return one.name == name; });
    return found == parameters.end() ? Parameter::Form::text : found->form;
}

}  // namespace

Result<http::Query> query_of_body(std::string_view body, const Known& parameters) {
    const auto json = parser_of_thread().parse(body);
    if (!json) return tl::unexpected(json.error());
    if (json->kind() != Kind::object) return wrong("", "an object");
    http::Query query;
    Result<void> verdict;
    json->for_each_member([&](std::string_view name, const JsonValue& value) {
        verdict = add_member(query, name, value, form_of(parameters, name));
        return verdict.has_value();
    });
    if (!verdict) return tl::unexpected(verdict.error());
    return query;
}

void add_long_question(http::Router& router, const Service& service, const LongQuestion& question,
                       http::Handler handler) {
    auto parameters = question.parameters;
    parameters.insert(parameters.end(), {number_of("limit"), number_of("at_least")});
    const auto by_body = [&service, parameters, handler](http::Request request,
                                                         http::Respond respond) {
        auto asked = query_of_body(request.body, parameters);
        if (!request.query.all().empty()) {
            asked = refuse(Code::malformed, request.query.all().front().first,
                           "This question takes its parameters in the body.");
        }
        if (!asked) {
            const auto context = std::make_shared<const RequestContext>(
                RequestContext{service, std::move(request), std::move(respond)});
            return fail(context, asked.error());
        }
        request.query = *std::move(asked);
        handler(std::move(request), std::move(respond));
    };
    router.add(
        {http::Method::get, question.path, question.by_get, access::read, std::move(handler)});
    router.add(
        {http::Method::post, question.path + "/query", question.by_post, access::read, by_body});
}

}  // namespace dibs::routes
