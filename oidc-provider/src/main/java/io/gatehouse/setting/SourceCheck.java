package io.gatehouse.setting;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.ResolvableType;

/**
 * The check whether all settings of one source can be used as they stand. Spring's binder asks only for the
 * names that it knows: where a list stands in the place of a value, it finds nothing.
 *
 * @param binder reads the values
 * @param resolved fills in variables
 * @param isVariables whether the source is the environment of the process
 */
record SourceCheck(SettingNames names, Binder binder, UnaryOperator<String> resolved, boolean isVariables) {

    private static final Pattern OF_A_SERVICE = Pattern.compile(
            ".+\\.(service\\.(host|port(\\..+)?)|port(\\.\\d+\\.(tcp|udp|sctp)(\\..+)?|\\[\\d+]\\.(tcp|udp|sctp)(\\..+)?)?)");

    /** Throws {@link InvalidSettingException} at the first setting that cannot be used. */
    void check(IterableConfigurationPropertySource source) {
        var ours = source.stream()
                .filter(name -> names.prefix().isAncestorOf(name))
                .filter(name -> !isVariables || names.isOurs(name) && !isOfAService(name))
                .toList();
        ours.forEach(name -> check(name, source));
        var given = new HashSet<ConfigurationPropertyName>();
        ours.stream().filter(name -> !given.add(name)).findFirst().ifPresent(name -> {
            throw new InvalidSettingException(name.toString(), "stands there twice, in two writings");
        });
        checkLists(given);
    }

    /** Whether Kubernetes has set the variable for a service of the namespace whose name begins as our settings do. */
    private boolean isOfAService(ConfigurationPropertyName name) {
        return OF_A_SERVICE.matcher(name.toString()).matches() && !names.isKnown(name);
    }

    private void check(ConfigurationPropertyName name, IterableConfigurationPropertySource source) {
        var property = source.getConfigurationProperty(name);
        var isEmpty = property == null
                || property.getValue() instanceof CharSequence text
                        && resolved.apply(text.toString()).isBlank();
        var type =
                ResolvableType.forType(names.require(name, isEmpty, isVariables).readAs());
        try {
            binder.bind(name, Bindable.of(type));
        } catch (BindException unreadable) {
            throw InvalidSettingException.of(unreadable);
        }
    }

    /** The binder reads a list up to the first missing index, and none that has a value as well. */
    private void checkLists(Set<ConfigurationPropertyName> given) {
        var lists = new HashMap<ConfigurationPropertyName, Set<Integer>>();
        for (var name : given) {
            for (var index = 0; index < name.getNumberOfElements(); index++) {
                if (name.isNumericIndex(index) && names.isList(name.chop(index), isVariables)) {
                    lists.computeIfAbsent(name.chop(index), list -> new TreeSet<>())
                            .add(Integer.parseInt(name.getElement(index, Form.UNIFORM)));
                }
            }
        }
        lists.forEach((list, indexes) -> checkList(list, indexes, given.contains(list)));
    }

    private static void checkList(ConfigurationPropertyName list, Set<Integer> indexes, boolean isValue) {
        if (isValue) {
            throw new InvalidSettingException(list.toString(), "must be one value or a list, was both");
        }
        var missing = 0;
        for (var index : indexes) {
            if (index != missing++) {
                throw new InvalidSettingException(
                        list.toString(),
                        "must be a list without gaps, has no [" + (missing - 1) + "] and has [" + index + "]");
            }
        }
    }
}
