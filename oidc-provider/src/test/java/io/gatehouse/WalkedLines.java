package io.gatehouse;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Counts the lines of a source that its reader walks: all of the file; or, where methods are named, the
 * Javadoc of the type, and those methods and all methods of the same file that they lead to, with their
 * Javadoc.
 */
final class WalkedLines {

    private final List<String> lines;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<MethodTree> methods;

    private WalkedLines(Path source) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(source));
            unit = task.parse().iterator().next();
            positions = Trees.instance(task).getSourcePositions();
        }
        lines = Files.readAllLines(source);
        methods = new ArrayList<>();
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
                methods.add(method);
                return super.visitMethod(method, null);
            }
        }.scan(unit, null);
    }

    /** @param names of methods; none means the whole file */
    static int of(Path source, Collection<String> names) throws IOException {
        var walk = new WalkedLines(source);
        return names.isEmpty() ? walk.lines.size() : walk.count(names);
    }

    private int count(Collection<String> names) {
        var reached = new LinkedHashSet<MethodTree>();
        var ahead = new ArrayDeque<MethodTree>();
        for (var name : names) {
            var named = methods.stream()
                    .filter(method -> method.getName().contentEquals(name))
                    .toList();
            if (named.isEmpty()) {
                throw new AssertionError(
                        "the tour names " + name + ", and " + unit.getSourceFile() + " has no such method");
            }
            ahead.addAll(named);
        }
        while (!ahead.isEmpty()) {
            var method = ahead.pop();
            if (reached.add(method)) {
                ahead.addAll(calledBy(method));
            }
        }
        var walked = new TreeSet<Integer>();
        unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .findFirst()
                .ifPresent(type -> walked.addAll(commentAbove(line(positions.getStartPosition(unit, type)))));
        for (var method : reached) {
            var first = line(positions.getStartPosition(unit, method));
            walked.addAll(commentAbove(first));
            for (var line = first; line <= line(positions.getEndPosition(unit, method)); line++) {
                walked.add(line);
            }
        }
        return walked.size();
    }

    /**
     * Calls without a receiver, or with {@code this}, and references to methods; overloads are told by their
     * parameters' number.
     */
    private Set<MethodTree> calledBy(MethodTree caller) {
        var called = new HashSet<MethodTree>();
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
                var arguments = Optional.of(call.getArguments().size());
                if (call.getMethodSelect() instanceof IdentifierTree name) {
                    add(name.getName(), arguments);
                } else if (call.getMethodSelect() instanceof MemberSelectTree own
                        && own.getExpression().toString().equals("this")) {
                    add(own.getIdentifier(), arguments);
                }
                return super.visitMethodInvocation(call, null);
            }

            @Override
            public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void none) {
                var receiver = reference.getQualifierExpression().toString();
                if (receiver.equals("this") || isOwn(receiver)) {
                    add(reference.getName(), Optional.empty());
                }
                return super.visitMemberReference(reference, null);
            }

            private void add(CharSequence name, Optional<Integer> parameters) {
                methods.stream()
                        .filter(method -> method.getName().contentEquals(name))
                        .filter(method -> parameters.isEmpty()
                                || parameters.get() == method.getParameters().size())
                        .forEach(called::add);
            }
        }.scan(caller, null);
        return called;
    }

    private boolean isOwn(String type) {
        return unit.getTypeDecls().stream()
                .map(Tree.class::cast)
                .anyMatch(own ->
                        own instanceof ClassTree named && named.getSimpleName().contentEquals(type));
    }

    private List<Integer> commentAbove(int line) {
        var first = line;
        while (first > 1 && lines.get(first - 2).strip().matches("(/\\*\\*|\\*).*")) {
            first--;
        }
        return IntStream.range(first, line).boxed().toList();
    }

    private int line(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }
}
